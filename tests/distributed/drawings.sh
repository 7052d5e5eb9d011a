# Drawings of mgnn-layout-mpi that rank 0 makes: those of mgnn-layout from the same
# positions, byte for byte.  Called by tests/run-mpi, in whose environment it stands.
set -u
. "$top_srcdir/tests/distributed/facts"

awk 'BEGIN { print "source,target,len"; for (y = 0; y < 8; y++) for (x = 0; x < 8; x++) {
  if (x < 7) print "n" y * 8 + x ",n" y * 8 + x + 1 ",1." x
  if (y < 7) print "n" y * 8 + x ",n" y * 8 + x + 8 ",2" } }' >mesh.csv
printf 'node,x,y\nn0,0,0\nn7,9,0\n' >pins.csv

bad=0
on 3 -q mesh.csv --pin pins.csv --seed 5 -o p.csv -o p.svg -o p.html -o p.graphml || bad=1
on 1 -q mesh.csv --pin pins.csv --seed 5 -o one.svg || bad=1
cmp -s one.svg p.svg || bad=1
for kind in svg html graphml; do
  mgnn-layout -q mesh.csv --pin pins.csv --seed 5 --init p.csv --no-layout -o want.$kind
  cmp -s want.$kind p.$kind || bad=1
done
fact $bad "SVG, HTML and GraphML have the bytes of mgnn-layout from the same positions"

bad=0
on 2 -q mesh.csv --dim 3 --metric attr:len -o p.csv -o p.svg || bad=1
mgnn-layout -q mesh.csv --metric attr:len --init p.csv --no-layout -o want.svg
cmp -s want.svg p.svg || bad=1
fact $bad "so has what is drawn of space"

refuse() {                      # refuse PATTERN OPTION...: status 1, nothing is written
  pattern=$1
  shift
  bad=0
  rm -f x.svg
  on 2 "$@"
  [ $? -eq 1 ] && grep -q -e "$pattern" err && [ ! -e x.svg ] || bad=1
  [ $bad -eq 0 ] || sed 's/^/# /' err
  fact $bad "refused: $pattern"
}

refuse 'x.what: the suffix names no format' mesh.csv -o x.what
refuse 'layers of mgnn-layout-mpi are written as CSV; .* --positions' mesh.csv \
  --layers 2 -o x.svg
on 1 -q mesh.csv --write-binary mesh.bin
refuse 'need a graph in one file of text; .* --positions' mesh.bin -o x.svg
# A file that fails last leaves all others as they were, in both modes.
bad=0
for mode in '--pin pins.csv' '--layers 2'; do
  for file in p.csv p.png mesh.bin; do
    echo old >$file
  done
  files='-o p.csv -o p.png'
  [ "$mode" != '--layers 2' ] || files='-o p.csv'
  # shellcheck disable=SC2086
  on 2 mesh.csv $mode $files --write-binary mesh.bin --report /dev/full
  [ $? -eq 2 ] && [ "$(cat p.csv p.png mesh.bin | uniq)" = old ] || bad=1
  # shellcheck disable=SC2086
  on 2 mesh.csv $mode $files --write-binary mesh.bin --report r.json &&
    ! grep -q '^old$' p.csv mesh.bin r.json || bad=1
done
find . -name '.*.part' | grep . && bad=1
fact $bad "all files are put in place together, or none"
awk 'BEGIN { for (k = 0; k < 100001; k++) print k, k + 1 }' >path.edges
refuse 'more than the 100000 .*png.* --positions' path.edges -o x.svg
echo "1..$count"
exit $failed
