# mgnn-layout-mpi in layout mode: energies, limits, options of PETSc, pictures, messages.
# Called by tests/run-mpi, in whose environment it stands.
set -u
. "$top_srcdir/tests/distributed/facts"
program=mgnn-layout-mpi
told() {                        # told WORDS yes
  [ "$2" = yes ]
  fact $? "$1"
}
same() { cmp -s "$1" "$2" && echo yes || echo no; }
run() { timeout 900 mpirun -n "$@" 2>err; }
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

told "a layout ends with status 0" \
  "$(run 1 "$program" g.edges -q --gather 50 -o one.csv && [ -s one.csv ] && echo yes)"
run 1 "$program" g.edges -q --gather 50 --report r1.json
for n in 2 3 4; do
  run $n "$program" g.edges -q --gather 50 --partition block --report r$n.json
  same_energy r1.json r$n.json
  fact $? "$n ranks end with the energy of one"
done
for n in 1 2; do
  run 2 "$program" g.edges -q --gather 50 --pairs edges --max-iterations 42 -o e$n.csv
  told "a limit ends it with status 3" "$([ $? -eq 3 ] && echo yes)"
done
told "two runs of 2 ranks write the same positions, to 1e-6" "$(near e1.csv e2.csv && echo yes)"

# What PETSc is told: another solver meets the same lengths.
awk 'BEGIN { print "source,target,length"; for (y = 0; y < 20; y++) for (x = 0; x < 20; x++) {
  i = y * 20 + x; if (x < 19) print i "," i + 1 ",1"; if (y < 19) print i "," i + 20 ",1"
  if (x < 19 && y < 19) print i "," i + 21 "," sqrt(2) } }' >t.csv
for solver in "" "-mgnn_pc_type gamg" "-ksp_type cg -pc_type jacobi" \
  "-mgnn_mat_mumps_icntl_23 1"; do
  # shellcheck disable=SC2086
  run 2 "$program" t.csv --gather 50 --pairs edges --report s.json $solver
  told "PETSc's options \"$solver\": all lengths are met" \
    "$(grep -q 'all lengths are met' err && echo yes)"
done
for n in 1 2; do
  run 3 "$program" t.csv -q --gather 50 --pairs edges -o d$n.csv --partition block \
    -pc_type redundant
done
told "with a solver that is the same on all ranks, two runs write the same bytes" \
  "$(same d1.csv d2.csv)"
run 2 "$program" t.csv -q --gather 50 --pairs edges -o s.csv -log_view >log
told "-log_view shows PETSc's solver" "$(grep -q '^KSPSolve' log && echo yes)"
bad=yes
for stage in reading partition "sparse stress" descent "measuring and writing"; do
  grep -Eq "^ *[0-9]+: +$stage: " log || bad=no
done
told "and the stages of the run" $bad

for n in 1 3; do
  run $n "$program" g.edges -q --gather 50 --max-iterations 10 -o p$n.png
done
told "pictures have the same bytes on 1 and 3 ranks" "$(same p1.png p3.png)"
# The forecast beside what MUMPS says that it took, in megabytes.
awk 'BEGIN { n = 60; for (y = 0; y < n; y++) for (x = 0; x < n; x++) { i = y * n + x
  if (x < n - 1) print i, i + 1; if (y < n - 1) print i, i + n
  if (x < n - 1 && y < n - 1) print i, i + n + 1 } }' >mesh.edges
said=$(run 1 "$program" mesh.edges --dim 3 --pairs edges --dry-run |
  sed -n 's/^factors .*: \([0-9.]*\) MB .*/\1/p')
took=$(run 1 "$program" mesh.edges -q --dim 3 --gather 50 --pairs edges -o m.csv -ksp_view |
  sed -n 's/.*INFOG(22) .*: \([0-9]*\)$/\1/p' | tail -n 1)
told "the factors of a mesh take what --dry-run says, to a third: $said and $took MB" \
  "$(awk -v a="$said" -v b="$took" 'BEGIN { if (a > 0 && b > a / 1.5 && b < 1.5 * a)
    print "yes" }')"

told "of space there is none" "$(refused '--dim 3 -o x.png' 'in the plane')"
run 3 "$program" g.edges -q --gather 50 --init one.csv --max-iterations 5 -o i3.csv
run 1 "$program" g.edges -q --gather 50 --init one.csv --max-iterations 5 -o i1.csv
told "a start is read by all ranks" "$([ -s i1.csv ] && same i1.csv i3.csv)"
told "--resume needs a checkpoint" "$(refused '--resume -o x.csv' 'needs --checkpoint')"
told "--every needs one" "$(refused '--every 1 -o x.csv' 'needs --checkpoint')"
told "layers have none" \
  "$(refused '--layers 2 --checkpoint c -o x.csv' 'belong to layout mode')"
told "eight dimensions at most" "$(refused '--dim 9 -o x.csv' 'at most 8')"
echo "1..$count"
exit $failed
