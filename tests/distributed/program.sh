# mgnn-layout-mpi beside mgnn-layout: positions have the same bytes on 1 to 4 ranks,
# whatever the rule, the precision, the partition and the form of the graph; figures do
# not depend on the ranks; faults are told once, with the right status.  Called by
# tests/run-mpi, in whose environment it stands.
set -u
. "$top_srcdir/tests/distributed/facts"

# A ring of 200 nodes with chords, by numbers with gaps, by names, and as a matrix;
# with loops and edges that are there twice.
awk 'BEGIN { srand(5)
  print "source,target,len"
  for (i = 0; i < 700; i++) {
    a = i < 200 ? i : int(200 * rand()); b = i < 200 ? (i + 1) % 200 : int(200 * rand())
    if (a == b || (a "," b) in seen || (b "," a) in seen) { if (i % 7) continue }
    else { seen[a "," b] = len[a "," b] = 1 + int(4 * rand()) / 4 }
    if (!((a "," b) in len)) len[a "," b] = (b "," a) in len ? len[b "," a] : 1
    print a "," b "," len[a "," b] } }' >numbers.csv
awk -F, -v OFS=, 'NR > 1 { $1 = 7 * $1 + 3; $2 = 7 * $2 + 3 } 1' numbers.csv >gaps.csv
awk -F, -v OFS=, 'NR > 1 { $1 = "n\303\266de " $1; $2 = "n\303\266de " $2 } 1' \
  numbers.csv >names.csv
awk -F, 'NR > 1 { print $1, $2 }' numbers.csv >plain.edges
awk -F, 'NR > 1 { row[++m] = $1 + 1 " " $2 + 1 " " $3 }
  END { print "%%MatrixMarket matrix coordinate real general"; print 200, 200, m
        for (k = 1; k <= m; k++) print row[k] }' numbers.csv >matrix.mtx

for graph in numbers.csv gaps.csv names.csv plain.edges matrix.mtx; do
  same "$graph" $graph --layers 5
done
several=3                       # check_shard_layers has all of these on 1 to 4
for model in mgnn-message mgnn-damped sgc appnp gcn gcnii gpr pgnn gat; do
  same "$model" names.csv --layers 4 --model $model --dim 3
done
same "single precision" gaps.csv --layers 6 --precision single --dim 5 --seed 9
same "self-loops, Y" gaps.csv --layers 3 --self-loops --space y
same "const:2" gaps.csv --layers 3 --metric const:2
same "attr:len" gaps.csv --layers 3 --metric attr:len
printf 'u,v\n1,2\n2,3\n' >head.csv
same "a header of unknown titles" head.csv --layers 2
printf 'von;nach;km\r\n1;2;3,5\r\n2;3;4,5\r\n3;1;5\r\n' >wege.csv
same "decimal commas below unknown titles" wege.csv --layers 2

# Positions and features for all nodes, in another order than the graph's.
mgnn-layout -q names.csv --layers 3 --dim 3 -o begin.csv
mgnn-layout -q names.csv --layers 3 --seed 4 --dim 3 -o other.csv
{ sed -n 1p begin.csv; sed 1d begin.csv | sort; } >start.csv
{ sed -n 1p other.csv; sed 1d other.csv | sort -r; } >features.csv
several='1 4'
same "--init FILE" names.csv --layers 4 --init start.csv
several=3
same "--features" names.csv --layers 4 --features features.csv
same "--features, --init FILE" names.csv --layers 4 --features features.csv --init start.csv
same "--features, --init random" names.csv --layers 4 --features features.csv --init random

bad=0
mgnn-layout -q names.csv --layers 8 --init start.csv -o want.csv
on 3 -q names.csv --layers 8 --init start.csv --partition scotch -o got.csv
cmp -s want.csv got.csv || bad=1
mgnn-layout -q gaps.csv --layers 8 -o want.csv
for partition in block scotch; do
  on 3 -q gaps.csv --layers 8 --partition $partition -o got.csv
  cmp -s want.csv got.csv || bad=1
done
fact $bad "the partition changes no byte"

bad=0
on 2 -q names.csv --layers 0 --write-binary graph.bin --report r.json || bad=1
on 3 -q graph.bin --layers 5 -o got.csv || bad=1
mgnn-layout -q names.csv --layers 5 -o want.csv
cmp -s want.csv got.csv || bad=1
fact $bad "the binary form gives the same bytes"

bad=0
for ranks in 1 2 3 4; do
  on $ranks -q gaps.csv --layers 3 --model mgnn,sgc --report r$ranks.json || bad=1
  sed -n '/"models"/,/"seconds"/p' r$ranks.json | sed '/"seconds"/d' >f$ranks
  tr -s ' ,:' '\n' <f$ranks >words
  [ $ranks -gt 1 ] || mv words words1
  [ $ranks -eq 1 ] || paste words1 words | awk '$1 != $2 && ($1 + 0 == 0 ||
    ($1 / $2 - 1) ^ 2 > 1e-24) { exit 1 }' || bad=1
done
[ -s words1 ] || bad=1
fact $bad "figures of the report do not depend on the ranks, to 1e-12"

bad=0
mgnn-layout -q gaps.csv --layers 3 -o p.csv --report want.json
on 3 -q gaps.csv --layers 3 -o p.csv --report got.json || bad=1
for of in want got; do          # the ends of an edge in the order of their names
  sed -n '/"worst"/,/\]/s/.*"source": "\(.*\)", "target": "\(.*\)", "length\(.*\)/\1 \2 \3/p' \
    $of.json | awk '{ print ($1 < $2 ? $1 " " $2 : $2 " " $1), $3, $4, $5, $6, $7 }' |
    sort >$of.worst
done
[ -s want.worst ] && cmp -s want.worst got.worst || bad=1
grep -q '"command": ".*mgnn-layout-mpi -q --layers 3 -o p.csv --report got.json gaps.csv"' \
  got.json || bad=1
on 2 -q gaps.csv --metric attr:len -o p.csv --report got.json || bad=1
grep -q '"max_relative_error": [0-9]' got.json || bad=1
fact $bad "the report has the command, and the worst edges of mgnn-layout"

bad=0
on 3 gaps.csv --write-binary graph.bin || bad=1
grep -q '^mgnn-layout-mpi: gaps.csv: 200 nodes, [0-9]* edges, on 3 ranks$' err || bad=1
grep -q '^mgnn-layout-mpi: graph.bin has the graph and its lengths$' err || bad=1
fact $bad "a graph that is only written in binary form is told"

bad=0
on 3 gaps.csv --layers 2 --model mgnn:alpha=0.1,sgc -o p-%m.csv || bad=1
grep -c 'gaps.csv: 200 nodes' err | grep -qx 1 || bad=1
mgnn-layout -q gaps.csv --layers 2 --model mgnn:alpha=0.1,sgc -o l-%m.csv
for file in l-*.csv; do
  cmp -s "$file" "p${file#l}" || bad=1
done
fact $bad "the summary is printed once, and %m names a file for each model, as in mgnn-layout"

bad=0
for pairs in edges paths; do
  for ranks in 1 2 3; do
    on $ranks -q names.csv --pairs $pairs -o l$ranks.csv --report l.json || bad=1
    cmp -s l1.csv l$ranks.csv || bad=1
  done
done
grep -q '"mode": "layout"' l.json || bad=1
fact $bad "layout mode has the same bytes on 1, 2 and 3 ranks"

# What scripts read in reports, and what a limit leaves.
bad=0
for mode in '--layers 2' ''; do
  # shellcheck disable=SC2086
  on 2 -q names.csv $mode -o l.csv --report l.json || bad=1
  for key in command version seed threads mode nodes edges components dropped_loops \
             merged_edges dim final seconds \
             ${mode:-iterations converged stop_reason violations}; do
    case $key in -* | 2) continue ;; esac
    grep -q "^  \"$key\": " l.json || { bad=1; echo "# no $key"; }
  done
done
fact $bad "reports have the keys of those of mgnn-layout"

bad=0
mgnn-layout -q names.csv --max-iterations 4 -o want.csv
[ $? -eq 3 ] || bad=1
for ranks in 1 3; do
  on $ranks names.csv --max-iterations 4 -o got.csv --report l.json
  [ $? -eq 3 ] && cmp -s want.csv got.csv || bad=1
  grep -q '"converged": false' l.json && grep -q '"stop_reason": "iterations"' l.json ||
    bad=1
  grep -Fq 'ended by its limit (iterations): not converged' err || bad=1
done
fact $bad "a limit ends the search of a component that one rank has, as in mgnn-layout"

# The same notices in the same words.
bad=0
printf 'u,v\na,b\nb,c\nc,c\nb,a\nd,e\n' >doubtful.csv
mgnn-layout doubtful.csv --layers 1 -o want.csv 2>&1 |
  sed -n 's/^mgnn-layout: \(.*\(header\|left out\|merged\).*\)/mgnn-layout-mpi: \1/p' >lines
[ "$(wc -l <lines)" -eq 3 ] || bad=1
for ranks in 1 3; do
  on $ranks doubtful.csv --layers 1 -o got.csv || bad=1
  grep -Fxc -f lines err | grep -qx 3 || bad=1
  grep -Fq '7 nodes, 4 edges, 3 components' err || bad=1
done
fact $bad "notices and components are told as by mgnn-layout"

refuse() {                      # refuse STATUS LINE OPTION...: told once, on 3 ranks
  want=$1 line=$2
  shift 2
  bad=0
  echo old >got.csv
  for ranks in 3; do
    on $ranks "$@" -o got.csv
    [ $? -eq "$want" ] || bad=1
    grep -Fxc -e "$line" err | grep -qx 1 || bad=1
    [ "$(cat got.csv)" = old ] || bad=1
  done
  [ $bad -eq 0 ] || sed 's/^/# /' err
  fact $bad "refused once, status $want: $line"
}

sed '40s/.*/5,x y z,abc/' numbers.csv >wrong.csv
printf '0,3,1\n3,0,4\n1,4,0\n' >square.csv
refuse 1 'mgnn-layout-mpi: square.csv: this is a matrix of distances, which mgnn-layout reads; many ranks read tables of edges' \
  square.csv --layers 2
refuse 1 'wrong.csv:40:9: the len, "abc", is not a number' wrong.csv --layers 2
refuse 2 'mgnn-layout-mpi: missing.csv: No such file or directory' missing.csv --layers 2
refuse 1 'mgnn-layout-mpi: --sheet: mgnn-layout-mpi does not draw sheets; use mgnn-layout' \
  gaps.csv --layers 2 --sheet a.svg
refuse 1 'mgnn-layout-mpi: --node-size: mgnn-layout-mpi does not have this option; use mgnn-layout' \
  gaps.csv --layers 2 --node-size 3
refuse 1 'mgnn-layout-mpi: mgnn: the positions of layer 1 are too large for a float: this model diverges here; use fewer layers or a smaller beta' \
  gaps.csv --layers 2 --precision single --beta 1e60

refuse 1 'mgnn-layout-mpi: --checkpoint and --resume belong to layout mode: leave them out, or --layers' \
  gaps.csv --layers 2 --checkpoint c
refuse 1 'mgnn-layout-mpi: --resume needs --checkpoint FILE' gaps.csv --resume
refuse 1 'mgnn-layout-mpi: --init random: mgnn-layout-mpi starts a layout by PivotMDS (auto) or at a table of positions; use mgnn-layout' \
  gaps.csv --init random
gzip -k gaps.csv

bad=0
cp gaps.csv in.csv
mgnn-layout -q gaps.csv --max-iterations 1 -o at.csv
cp at.csv at.copy
for options in '-o in.csv' '-o ./in.csv' '-o o.csv --report in.csv' \
               '--write-binary in.csv' '--layers 2 -o in.csv' '--pin at.csv -o at.csv' \
               '--init at.csv -o at.csv' '-o o.csv --checkpoint in.csv'; do
  # shellcheck disable=SC2086
  on 2 in.csv $options
  [ $? -eq 1 ] && grep -q 'is an input: it will not be replaced' err || bad=1
  cmp -s gaps.csv in.csv && cmp -s at.csv at.copy || bad=1
done
on 2 'in*.csv' -o in.csv
[ $? -eq 1 ] && cmp -s gaps.csv in.csv || bad=1
fact $bad "an input is not replaced, by whatever name or pattern"

bad=0
for options in '-o q.csv --report q.csv' '-o q.csv --write-binary ./q.csv' \
               '-o q.csv -o q.csv' \
               '--layers 1 --model mgnn,sgc -o q-%m.csv --report q-sgc.csv'; do
  # shellcheck disable=SC2086
  on 2 gaps.csv $options
  [ $? -eq 1 ] && grep -q 'are the same output; name two' err || bad=1
done
[ ! -e q.csv ] || bad=1
fact $bad "two outputs have two names"

# What is said of a drawing, after the graph: of sides 1, 1 and 3, whose best drawing is
# known, so that both programs find it.
printf 'source,target,length\na,b,1\nb,c,1\nc,a,3\n' >sides.csv
bad=0
for pairs in edges paths; do
  mgnn-layout sides.csv --pairs $pairs -o want.csv 2>&1 | sed -n \
    's/^mgnn-layout: \(.*\(energy\|stress\).*\)/mgnn-layout-mpi: \1/p' >line
  on 3 sides.csv --pairs $pairs -o got.csv
  grep -Fxc -f line err | grep -qx 1 || { bad=1; cat line err; }
done
fact $bad "energy, stress and lengths are told as by mgnn-layout"

bad=0
on 2 gaps.csv.gz --layers 2 -o p.csv
[ $? -eq 1 ] && grep -q 'gaps.csv.gz: .*compressed' err || bad=1
fact $bad "compressed files are refused"

bad=0
on 2 gaps.csv --layers 2 -o nowhere/p.csv
[ $? -eq 2 ] || bad=1
grep -q 'nowhere/p.csv' err || bad=1
fact $bad "a folder that is not there is told before anything is read"

bad=0
on 2 --help && grep -c '^Usage' out | grep -qx 1 || bad=1
on 2 --version && grep -c '^mgnn-layout-mpi' out | grep -qx 1 || bad=1
fact $bad "--help and --version are printed once"
echo "1..$count"
exit $failed
