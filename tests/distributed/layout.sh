#!/bin/sh
# mgnn-layout-mpi in layout mode: bytes, limits, pictures, messages.
set -u
: "${top_builddir:=build}"
program=$(cd "$top_builddir" && pwd)/mgnn-layout-mpi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
count=0 failed=0

fact() {
  count=$((count + 1))
  if [ "$2" = yes ]; then
    echo "ok $count - $1"
  else
    echo "not ok $count - $1"
    failed=1
  fi
}
same() { cmp -s "$1" "$2" && echo yes || echo no; }
run() { timeout 200 mpirun -n "$@" 2>err; }
# What is refused: options, then a pattern of the message.
refused() {
  # shellcheck disable=SC2086
  run 2 "$program" g.edges $1 >/dev/null
  code=$?
  { [ $code -eq 1 ] && grep -q "$2" err; } && echo yes || echo no
}

# A mesh of 30 x 30 nodes with a row that was left out, a path and a lone pair.
awk 'BEGIN { for (y = 0; y < 30; y++) for (x = 0; x < 30; x++) {
  if (x < 29) print y * 30 + x, y * 30 + x + 1
  if (y < 29 && y != 14) print y * 30 + x, y * 30 + x + 30 }
  for (k = 900; k < 920; k++) print k, k + 1; print 921, 922 }' >g.edges

fact "a layout ends with status 0" \
  "$(run 1 "$program" g.edges -q --gather 50 -o one.csv && [ -s one.csv ] && echo yes)"
for n in 2 3 4; do
  run $n "$program" g.edges -q --gather 50 --partition block -o more.csv
  fact "$n ranks write the bytes of one" "$(same one.csv more.csv)"
done
run 1 "$program" g.edges -q --gather 50 --pairs edges --max-iterations 60 -o one.csv
fact "a limit ends it with status 3" "$([ $? -eq 3 ] && echo yes)"
run 2 "$program" g.edges -q --gather 50 --pairs edges --max-iterations 60 -o more.csv
fact "with the same bytes on 2 ranks" "$(same one.csv more.csv)"

for n in 1 3; do
  run $n "$program" g.edges -q --gather 50 --max-iterations 10 -o p$n.png
done
fact "pictures have the same bytes on 1 and 3 ranks" "$(same p1.png p3.png)"
fact "of space there is none" "$(refused '--dim 3 -o x.png' 'in the plane')"
run 3 "$program" g.edges -q --gather 50 --init one.csv --max-iterations 5 -o i3.csv
run 1 "$program" g.edges -q --gather 50 --init one.csv --max-iterations 5 -o i1.csv
fact "a start is read by all ranks" "$([ -s i1.csv ] && same i1.csv i3.csv)"
fact "--resume needs a checkpoint" "$(refused '--resume -o x.csv' 'needs --checkpoint')"
fact "--every needs one" "$(refused '--every 1 -o x.csv' 'needs --checkpoint')"
fact "layers have none" \
  "$(refused '--layers 2 --checkpoint c -o x.csv' 'belong to layout mode')"
fact "eight dimensions at most" "$(refused '--dim 9 -o x.csv' 'at most 8')"
echo "1..$count"
exit $failed
