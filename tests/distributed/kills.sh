# Ranks of mgnn-layout-mpi are killed at random times: the job ends with a message,
# outputs are old or new but whole, and the next run, on other ranks, goes on from the
# checkpoint to where a run ends that was not disturbed.
#
# MPI_KILLS (4) kills are shared out among layers, the search for all pairs, the
# descent on edges, and the writing of outputs; MPI_SEED repeats a choice of times.
# Called by tests/run-mpi, in whose environment it stands.
set -u
kills=${MPI_KILLS:-4} seed=${MPI_SEED:-$$}
. "$top_srcdir/tests/distributed/facts"
killed=0 late=0 resumed=0 anew=0 again=0
draw=0
random() {                      # random N: a whole number below N, in $drawn
  draw=$((draw + 1))
  drawn=$(awk -v s="$seed" -v d=$draw -v n="$1" \
    'BEGIN { srand(s * 1000 + d); rand(); print int(n * rand()) }')
}
milliseconds() { date +%s%3N; }

# A mesh of 16 x 16 nodes without a row of rungs, a path and a lone pair; and one of
# 100 x 100, whose outputs take a while.
mesh() {
  awk -v n="$1" 'BEGIN { for (y = 0; y < n; y++) for (x = 0; x < n; x++) {
    if (x < n - 1) print y * n + x, y * n + x + 1
    if (y < n - 1 && y != 14) print y * n + x, y * n + x + n }
    for (k = n * n; k < n * n + 20; k++) print k, k + 1; print n * n + 21, n * n + 22 }'
}
mesh 16 >mesh.edges
mesh 100 >large.edges

# What each phase runs; one that has no checkpoint begins anew.
options() {
  case $1 in
  base) echo "mesh.edges --layers 1 -o out.csv" ;;
  layers) echo "large.edges --layers 40 -o out.csv --report out.json" ;;
  paths) echo "mesh.edges --gather 50 --max-iterations 60 -o out.csv -o out.png" ;;
  edges)
    echo "mesh.edges --gather 50 --pairs edges --init base-out.csv --max-iterations 40" \
      "-o out.csv --report out.json"
    ;;
  write) echo "large.edges --gather 50 --max-iterations 1 -o out.csv -o out.png" ;;
  esac
}
# Options of a checkpoint, some eight of them in a run, however fast the machine is.
kept() {
  case $1 in
  base | layers) ;;
  *) awk -v t="$(cat "$1-took")" -v b="$(cat base-took)" 'BEGIN {
    t = (t - b) / 8 / 60000; print "--checkpoint kept.bin --every", t < 1e-4 ? 1e-4 : t }' ;;
  esac
}
outputs='out.csv out.png out.json'

old() {
  for file in $outputs; do
    echo "old $file" >"$file"
  done
}
# Layers have the bytes of any number of ranks, layouts the positions.
as_before() {                   # as_before PHASE FILE
  case $1:$2 in
  layers:* | base:*) cmp -s "$2" "$1-$2" ;;
  *.csv) near "$2" "$1-$2" ;;
  *) head -c 4 "$2" | grep -q PNG ;;
  esac
}
# Outputs are old or those of the whole run; a report, which has times, is not cut off.
whole() {                       # whole PHASE
  for file in $outputs; do
    [ "$(cat "$file")" = "old $file" ] 2>/dev/null && continue
    case $file in
    out.json) tail -n 1 "$file" | grep -qx '}' || return 1 ;;
    *) as_before "$1" "$file" || return 1 ;;
    esac
  done
}
# Start ranks in the background and kill one of them: after a time, or while an output
# is being written.  Leaves the status in $code and what was said in err.
run_and_kill() {                # run_and_kill PHASE RANKS MILLISECONDS OPTION...
  phase=$1 ranks=$2 after=$3
  shift 3
  timeout 300 mpirun -n "$ranks" mgnn-layout-mpi -q "$@" >said 2>err &
  job=$!
  victims=
  while kill -0 $job 2>/dev/null; do
    launcher=$(ps -o pid= --ppid $job | head -n 1 | tr -d ' ')
    [ -n "$launcher" ] && victims=$(ps -o pid=,comm= --ppid "$launcher" |
      awk '$2 ~ /^mgnn/ { print $1 }')
    [ "$(echo "$victims" | wc -w)" -eq "$ranks" ] && break
    sleep 0.02
  done
  if [ "$phase" = write ]; then
    while kill -0 $job 2>/dev/null &&
      [ -z "$(find . -name '.out.*.part' -size +0 2>/dev/null)" ]; do
      sleep 0.01
    done
  else
    sleep "$(awk -v t="$after" 'BEGIN { print t / 1000 }')"
  fi
  random "$ranks"
  victim=$(echo $victims | cut -d ' ' -f $((drawn + 1)))
  [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null
  wait $job
  code=$?
}

# One run that is killed, perhaps twice, and the one that ends it.
trial() {                       # trial NUMBER PHASE
  phase=$2 words="run $1, $2"
  rm -f kept.bin
  old
  resume=
  # shellcheck disable=SC2046
  while :; do
    random "$took"
    after=$drawn
    random 3
    run_and_kill "$phase" $((drawn + 2)) "$after" $(options "$phase") $(kept "$phase") \
      $resume
    [ $code -eq 0 ] || [ $code -eq 3 ] && break
    if [ $code -eq 124 ] || ! grep -qi 'killed\|signal 9' err || ! whole "$phase"; then
      fact 1 "$words: ends with a message (status $code), outputs whole"
      sed 's/^/# /' err
      return
    fi
    killed=$((killed + 1)) resume=
    [ -e kept.bin ] && resume=--resume
    random 3
    [ "$drawn" -eq 0 ] || break
    again=$((again + 1))
  done
  if [ $code -eq 0 ] || [ $code -eq 3 ]; then
    late=$((late + 1))
  else
    [ -n "$resume" ] && resumed=$((resumed + 1)) || anew=$((anew + 1))
    random 4
    # shellcheck disable=SC2046
    timeout 300 mpirun -n $((drawn + 1)) mgnn-layout-mpi -q $(options "$phase") \
      $(kept "$phase") $resume >said 2>err
    code=$?
  fi
  bad=0
  [ $code -eq "$(cat "$phase-code")" ] || bad=1
  for file in out.csv out.png; do
    [ ! -e "$phase-$file" ] || as_before "$phase" "$file" || bad=1
  done
  left=$(find . -name '*.part')
  [ -z "$left" ] || bad=1
  fact $bad "$words: the next run ends where one does that was not disturbed"
  [ $bad -eq 0 ] || { echo "# status $code $left"; sed 's/^/# /' err; }
}

for phase in base layers paths edges write; do
  rm -f $outputs
  begin=$(milliseconds)
  # shellcheck disable=SC2046
  timeout 300 mpirun -n 3 mgnn-layout-mpi -q $(options $phase) >said 2>err
  echo $? >$phase-code
  echo $(($(milliseconds) - begin)) >$phase-took
  for file in out.csv out.png; do
    [ ! -e $file ] || mv $file $phase-$file
  done
done
k=0
while [ $killed -lt "$kills" ] && [ $failed -eq 0 ]; do
  for phase in paths edges write layers; do
    [ $killed -lt "$kills" ] || break
    k=$((k + 1))
    took=$(cat $phase-took)
    trial $k $phase
  done
done
echo "# $k runs, seed $seed, $killed kills: $resumed runs went on from a checkpoint, $anew" \
  "began anew, $late had ended before the kill; $again of those going on were killed too"
echo "1..$count"
exit $failed
