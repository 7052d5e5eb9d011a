# Checkpoints of mgnn-layout-mpi that cannot be used or written: each is told once, names
# the file, what is wrong and what to do, with the right status on all ranks; outputs
# stay as they were.  Called by tests/run-mpi, in whose environment it stands.
set -u
. "$top_srcdir/tests/distributed/facts"
leave() {
  umount "$work/small" 2>/dev/null
  rm -rf "$work"
}
trap leave EXIT
# Every rank leaves its own status in codes/.
cat >rank <<'END'
#!/bin/sh
"$@"
code=$?
echo $code >"codes/$OMPI_COMM_WORLD_RANK"
exit $code
END
chmod +x rank
run() {                         # run RANKS OPTION...
  ranks=$1
  shift
  rm -rf codes
  mkdir codes
  timeout 100 mpirun -n "$ranks" ./rank mgnn-layout-mpi -q "$@" 2>err
}
# refused STATUS LINE OPTION...: on $on ranks
on="1 3"
refused() {
  status=$1 line=$2
  shift 2
  bad=0
  for n in $on; do
    echo old >out.csv
    run $n "$@" -o out.csv
    [ $? -eq "$status" ] || bad=1
    # mpirun may end a rank that is slower to leave than the first.
    cat codes/* | grep -vqx "$status\|143" && bad=1
    [ "$(grep -Fxc -e "$line" err)" = 1 ] || bad=1
    [ "$(cat out.csv)" = old ] || bad=1
  done
  fact $bad "status $status, told once: $line"
  [ $bad -eq 0 ] || sed 's/^/# /' err
}
# byte FILE OFFSET: change a byte
byte() {
  was=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
  printf "\\$(printf %o $(((was + 1) % 256)))" |
    dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

mesh() {                        # mesh WIDTH HEIGHT: with lengths
  awk -v w="$1" -v h="$2" 'BEGIN { print "source,target,length"
    for (y = 0; y < h; y++) for (x = 0; x < w; x++) {
      if (x < w - 1) print y * w + x "," y * w + x + 1 ",1"
      if (y < h - 1) print y * w + x "," y * w + x + w ",1" } }'
}
mesh 20 20 >g.csv
sed '5s/,1$/,1.5/' g.csv >lengths.csv
sed '5s/.*/3,24,1/' g.csv >edges.csv
mesh 20 19 >other.csv
mgnn-layout -q g.csv --layers 1 -o start.csv
mgnn-layout -q g.csv --layers 1 --seed 2 -o other-start.csv
with="--gather 50 --pairs edges --init start.csv"
usual="g.csv $with --max-iterations 8"

# One of a descent, ended before its end.
# shellcheck disable=SC2086
run 3 $usual -o half.csv --checkpoint kept.bin --every 0.0001
[ $? -eq 3 ] && [ -s kept.bin ]
fact $? "a checkpoint is written"
size=$(wc -c <kept.bin)
for n in 1 2 3 4; do
  # shellcheck disable=SC2086
  run $n $usual --checkpoint kept.bin --resume -o half$n.csv
  [ $? -eq 3 ] && near half.csv half$n.csv
  fact $? "it goes on on $n ranks to the same positions"
done
cp kept.bin whole.bin

again='start without --resume'
# shellcheck disable=SC2086
damaged() {                     # damaged STATUS WORDS: of kept.bin, which is then restored
  refused "$1" "$2" $usual --checkpoint kept.bin --resume
  cp whole.bin kept.bin
}
head -c $((size - 100)) whole.bin >kept.bin
damaged 1 "kept.bin: the checkpoint has $((size - 100)) bytes, should have $size: it is cut off or damaged: $again"
on=3
head -c 150 whole.bin >kept.bin
damaged 1 "kept.bin: the checkpoint is cut off after 150 bytes: $again"
echo more >>kept.bin
damaged 1 "kept.bin: the checkpoint has $((size + 5)) bytes, should have $size: it is cut off or damaged: $again"
: >kept.bin
damaged 1 "kept.bin: not a checkpoint of mgnn-layout-mpi: give another file, or $again"
cp g.csv kept.bin
damaged 1 "kept.bin: not a checkpoint of mgnn-layout-mpi: give another file, or $again"
byte kept.bin 8
damaged 1 "kept.bin: a checkpoint of version $(od -An -tu1 -j 8 -N 1 whole.bin |
  awk '{ print $1 + 1 }'), this program reads $(od -An -tu1 -j 8 -N 1 whole.bin |
  tr -d ' '): $again"
# The number of vectors, the damping, the positions, the last of the vectors.
for at in 120 131 $((size - 10000)) $((size - 9)); do
  byte kept.bin $at
  damaged 1 "kept.bin: the checkpoint is damaged: $again"
done
rm kept.bin
damaged 2 "mgnn-layout-mpi: kept.bin: cannot read the checkpoint: No such file or directory: give another file, or $again"
rm kept.bin
mkdir folder
# shellcheck disable=SC2086
refused 2 "mgnn-layout-mpi: folder: is a folder; give the name of a file in it" \
  $usual --checkpoint folder --resume
# shellcheck disable=SC2086
refused 2 "mgnn-layout-mpi: no/kept.bin: the folder no does not exist; make it first, for example with mkdir -p" \
  $usual --checkpoint no/kept.bin
mkfifo pipe
# shellcheck disable=SC2086
refused 2 "mgnn-layout-mpi: pipe: a checkpoint has to be a file, not a pipe or a device: give another name" \
  $usual --checkpoint pipe
cp whole.bin kept.bin

other() {                       # other WORDS OPTION...: a checkpoint of another run
  words=$1
  shift
  refused 1 "mgnn-layout-mpi: kept.bin: the checkpoint $words, or $again" "$@" \
    --checkpoint kept.bin --resume
}
# shellcheck disable=SC2086
{
  other "is of a graph with 400 nodes and 760 edges, this one has 380 and 721: give that graph" \
    other.csv --gather 50 --pairs edges
  for graph in lengths.csv edges.csv; do
    other "is of a graph with other edges, lengths or stiffness: give that graph" \
      $graph $with
  done
  other "was written with --pairs edges, not paths: give the same" g.csv --gather 50 \
    --init start.csv --pairs paths
  other "was written with --dim 2, not 3: give the same" g.csv --gather 50 \
    --pairs edges --dim 3
  other "was written with --seed 1, not 7: give the same" g.csv $with --seed 7
  other "was written with --gather 50, not 60: give the same" g.csv $with --gather 60
  other "was written with --tolerance 1e-06, not 0.001: give the same" g.csv $with \
    --tolerance 1e-3
  other "was written with another --init or other pins: give the same" g.csv $with \
    --init other-start.csv
}

# One that may not be read, for those who are not root.
if [ "$(id -u)" != 0 ]; then
  chmod 0 kept.bin
  damaged 2 "mgnn-layout-mpi: kept.bin: exists and is read-only; remove it or write to another name"
fi

# A full disk: what was kept before stays and can be used.
mkdir small
if mount -t tmpfs -o size=20k none small 2>/dev/null; then
  # shellcheck disable=SC2086
  run 3 $usual --checkpoint small/kept.bin -o out.csv
  echo old >out.csv
  # shellcheck disable=SC2086
  run 3 g.csv $with --max-iterations 12 --checkpoint small/kept.bin --resume -o out.csv
  [ $? -eq 2 ] && [ "$(cat out.csv)" = old ] && [ "$(ls -A small)" = kept.bin ] &&
    [ "$(grep -c '^mgnn-layout-mpi: small/kept.bin: .*No space left on device' err)" = 1 ] &&
    grep -q 'the last checkpoint is whole: --resume goes on from there' err
  fact $? "a full disk: status 2, told once, nothing left beside"
  cp small/kept.bin kept.bin
  # shellcheck disable=SC2086
  run 2 $usual --checkpoint kept.bin --resume -o out.csv
  near out.csv half.csv
  fact $? "the checkpoint before it goes on to the same positions"
  for out in "--layers 1 -o small/o.csv" "--layers 1 --write-binary small/o.bin"; do
    head -c 18000 /dev/zero >small/kept.bin
    # shellcheck disable=SC2086
    run 3 g.csv $out
    [ $? -eq 2 ] && [ "$(ls -A small)" = kept.bin ] &&
      [ "$(grep -c '^mgnn-layout-mpi: small/o.*No space left on device; nothing' err)" = 1 ]
    fact $? "a full disk: ${out#*1 }"
  done
else
  echo "# no file system can be made here: the cases of a full disk are left out"
fi
# Components that one rank has whole and a limit leaves unfinished are searched again.
bad=0
awk 'BEGIN { print "source,target,length"
  for (i = 0; i < 40; i++) { print "a" i ",a" i + 1 ",1"; print "a" i ",a" i + 2 ",1.7" }
  for (i = 0; i < 900; i++) {
    if (i % 30 < 29) print i "," i + 1 ",1"
    if (i < 870) print i "," i + 30 ",1" } }' >two.csv
run 3 two.csv --gather 100 -o whole.csv --report whole.json || bad=1
for most in 3 30; do
  rm -f two.bin
  run 2 two.csv --gather 100 -o part.csv --max-iterations $most --checkpoint two.bin
  [ $? -eq 3 ] && [ -s two.bin ] || bad=1
  ! cmp -s whole.csv part.csv || bad=1
  run 3 two.csv --gather 100 -o part.csv --checkpoint two.bin --resume --report part.json ||
    bad=1
  near whole.csv part.csv || bad=1
done
fact $bad "a limit on small components leaves a checkpoint that leads to the same positions"

echo "1..$count"
exit $failed
