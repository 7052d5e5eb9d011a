# Tables that mgnn-layout-mpi reads beside the graph: positions, features, pins.  Same
# bytes as mgnn-layout where that reads them, the same messages where it does not.
# Called by tests/run-mpi, in whose environment it stands.
set -u
. "$top_srcdir/tests/distributed/facts"

# Both programs end with status 1 and the same line; an old output stands.
refuse() {                      # refuse WORDS OPTION...
  words=$1
  shift
  bad=0
  mgnn-layout "$@" -o want.csv >/dev/null 2>wanted
  [ $? -eq 1 ] || bad=1
  sed 's/^mgnn-layout: /mgnn-layout-mpi: /' wanted | tail -n 1 >line
  echo old >got.csv
  on 3 "$@" -o got.csv
  [ $? -eq 1 ] || bad=1
  grep -Fxc -f line err | grep -qx 1 || bad=1
  [ "$(cat got.csv)" = old ] || bad=1
  [ $bad -eq 0 ] || sed 's/^/# /' line err
  fact $bad "$words is refused as by mgnn-layout: $(cat line)"
}

# It ends with status 1 and a line that begins so; an old output stands.
refuse_here() {                 # refuse_here START WORDS OPTION...
  start=$1 words=$2
  shift 2
  bad=0
  echo old >got.csv
  on 3 "$@" -o got.csv
  [ $? -eq 1 ] || bad=1
  grep -c "^$start" err | grep -qx 1 || bad=1
  [ "$(cat got.csv)" = old ] || bad=1
  [ $bad -eq 0 ] || sed 's/^/# /' err
  fact $bad "$words is refused: $start"
}

# Both programs succeed, and have the same lines of a pattern, so many.
told() {                        # told COUNT PATTERN WORDS OPTION...
  lines=$1 pattern=$2 words=$3
  shift 3
  bad=0
  mgnn-layout "$@" -o want.csv 2>wanted || bad=1
  # Ranks do not know the range of a column that they do not keep.
  grep "$pattern" wanted | sed 's/^mgnn-layout: /mgnn-layout-mpi: /
    s/, [^,]* to [^,]*, is not used/ is not used/' | sort >want
  [ "$(wc -l <want)" -eq "$lines" ] || bad=1
  for ranks in 1 3; do
    on $ranks "$@" -o got.csv || bad=1
    grep "$pattern" err | sort | cmp -s - want || bad=1
  done
  [ $bad -eq 0 ] || sed 's/^/# /' want err
  fact $bad "$words: told as by mgnn-layout, lines: $lines"
}

# A mesh of 12 x 12 with numbers, and with names.
awk 'BEGIN { for (y = 0; y < 12; y++) for (x = 0; x < 12; x++) {
  if (x < 11) print y * 12 + x, y * 12 + x + 1
  if (y < 11) print y * 12 + x, y * 12 + x + 12 } }' >mesh.edges
awk '{ print "n" $1, "n" $2 }' mesh.edges >names.edges

# ---- positions in all their forms ----

mgnn-layout -q mesh.edges --seed 3 --max-iterations 5 -o named.csv
{ sed -n 1p named.csv; sed 1d named.csv | sort -r; } >other-order.csv
sed 1d named.csv | cut -d, -f2- >plain.csv
sed 1d named.csv | sort -r >ids.csv
{ echo node,x,y,model; sed '1d; s/$/,first/' named.csv; sed '1d; s/,.*/,1,2,second/' named.csv
} >models.csv
sed '2,$s/^/n/' named.csv >names.csv
for table in other-order plain ids models; do
  same "--init $table" mesh.edges --layers 3 --init $table.csv
done
several=3
same "--init of names" names.edges --layers 3 --init names.csv
same "--init in layout mode" mesh.edges --init plain.csv
same "--features" names.edges --layers 3 --features names.csv


# Nodes that are new: beside their neighbours, or, where no edge leads there, apart.
{ cat mesh.edges; printf '200 201\n201 202\n300 301\n'; } >larger.edges
{ sed 20,60d named.csv; echo 900,1,2; } >older.csv
sed -n '1p; 50,52p; 140p' named.csv >few.csv
several='1 2 3 4'
same "--init without some nodes" larger.edges --layers 2 --init older.csv
several=3
same "--init of few nodes" larger.edges --layers 2 --init few.csv --dim 2
same "--init without some nodes, layout" mesh.edges --init older.csv --pairs edges
told 1 ': older.csv' "nodes that are new" larger.edges --layers 2 --init older.csv
sed 's/^[0-9]/q&/' few.csv >none.csv
refuse "a table of other nodes" larger.edges --layers 2 --init none.csv
refuse "a table without some nodes" larger.edges --layers 2 --init older.csv \
  --strict-tables

refuse "a node that is not there" mesh.edges --init ids.csv --strict-tables --pin \
  names.csv
sed '50s/,.*/,1,x/' named.csv >bad.csv
refuse "what is no number" mesh.edges --layers 2 --init bad.csv
sed '50s/,.*/,1/' named.csv >bad.csv
refuse "a row that is short" mesh.edges --layers 2 --init bad.csv
sed '50s/^[^,]*/7/' named.csv >bad.csv
refuse "a node that has two rows" mesh.edges --layers 2 --init bad.csv
sed '50s/^[^,]*/nobody/' named.csv >bad.csv
refuse "a row of no node" mesh.edges --layers 2 --init bad.csv --strict-tables
sed 50d named.csv >bad.csv
refuse "a node without a row" mesh.edges --layers 2 --features bad.csv
sed '50,60d' named.csv >bad.csv
refuse "nodes without a row" mesh.edges --layers 2 --features bad.csv
sed 1d plain.csv >bad.csv
refuse "a table that is too short" mesh.edges --layers 2 --init bad.csv
sed '1s/node/who/' named.csv >bad.csv
refuse "another header" mesh.edges --layers 2 --init bad.csv
sed 1d names.csv >bad.csv
refuse "names without a header" names.edges --layers 2 --init bad.csv
: >bad.csv
refuse "an empty table" mesh.edges --layers 2 --init bad.csv
refuse "another dimension" mesh.edges --layers 2 --init plain.csv --dim 3

on 2 mesh.edges --init positions.npy -o x.csv
[ $? -eq 1 ] && grep -q 'positions.npy: .* mgnn-layout reads arrays too' err
fact $? "arrays are refused with the way out"
on 2 mesh.edges --init nothing -o x.csv
[ $? -eq 1 ] && grep -q '"nothing" is neither a file nor one of' err
fact $? "a word that is no file is refused"

# ---- pins ----

cat >pins.csv <<'END'
node,x,y
0,0,0
11,20,0
132,0,15
143,25,15
END
sed '2,$s/^/n/' pins.csv >name-pins.csv
several='1 2 3 4'
same "pins" mesh.edges --pin pins.csv
several=3
same "pins, lengths of edges" mesh.edges --pairs edges --pin pins.csv
same "pins of names" names.edges --pin name-pins.csv
same "pins and a start" mesh.edges --init plain.csv --pin pins.csv

bad=0
for pairs in paths edges; do    # by all ranks: the mesh is larger than --gather
  for ranks in 1 2 3 4; do
    on $ranks -q mesh.edges --gather 20 --pairs $pairs --pin pins.csv -o p$ranks.csv ||
      bad=1
    sed 1d pins.csv | while IFS= read -r row; do
      grep -Fxq "$row" p$ranks.csv || echo "$row"
    done | grep -q . && bad=1
  done
done
fact $bad "pins of a divided component stay on 1 to 4 ranks"

bad=0
{ cat pins.csv; echo 900,1,2; } >more.csv
on 2 mesh.edges --pin more.csv -o got.csv || bad=1
grep -q 'more.csv: 1 row, the first in line 6, is of other nodes' err || bad=1
fact $bad "rows of other nodes are told"
refuse "a pin of another node" mesh.edges --pin more.csv --strict-tables
sed '2,$s/^/q/' pins.csv >none.csv
refuse "a table of other nodes" mesh.edges --pin none.csv
refuse "a table without names" mesh.edges --pin plain.csv --strict-tables
refuse "a pin in layers" mesh.edges --layers 2 --pin pins.csv
refuse "a pin of another dimension" mesh.edges --dim 3 --pin pins.csv
on 2 mesh.edges --pin attribute -o x.csv
[ $? -eq 1 ] && grep -q '"attribute" is no file' err
fact $? "attributes of nodes are refused"

bad=0
on 2 -q mesh.edges --gather 20 --pin pins.csv --checkpoint kept.bin --every 0.0001 \
  --max-iterations 30 -o got.csv
on 2 mesh.edges --gather 20 --pin more.csv --checkpoint kept.bin --resume -o got.csv
[ $? -eq 0 ] || bad=1           # the same pins: the row of another node does not count
sed 's/^11,20/11,21/' pins.csv >moved.csv
on 2 mesh.edges --gather 20 --pin moved.csv --checkpoint kept.bin --resume -o got.csv
[ $? -eq 1 ] || bad=1
fact $bad "a checkpoint of other pins is refused"
# ---- lengths ----

# Each edge once, in another order and direction than in the graph.
awk 'BEGIN { print "source,target,length" } { row[NR] = $2 "," $1 "," 1 + NR * 7 % 11 / 16 }
  END { for (k = NR; k > 0; k--) print row[k] }' mesh.edges >lengths.csv
sed '2,$s/^\([^,]*\),\([^,]*\)/n\1,n\2/' lengths.csv >name-lengths.csv
awk -F, -v OFS=, 'NR == 1 { print "source,target,lower,upper,stiffness"; next }
  { print $1, $2, NR % 3 ? $3 : "", NR % 5 ? $3 + .25 : NR % 2 ? "inf" : "", 1 + NR % 4 }' \
  lengths.csv | sed 's/,,,/,1,,/' >bounds.csv
several='1 2 3 4'
same "a table of lengths" mesh.edges --layers 4 --metric lengths.csv
several=3
same "a table of lengths, layout" mesh.edges --metric lengths.csv
same "a table of lengths of names" names.edges --layers 4 --metric name-lengths.csv
same "bounds and stiffnesses" mesh.edges --metric bounds.csv
sed 1d lengths.csv >bare.csv
same "lengths without a header" mesh.edges --layers 4 --metric bare.csv
sed '1s/.*/von,nach,km/' lengths.csv >km.csv
same "lengths below unknown titles" mesh.edges --layers 4 --metric km.csv
{ cat lengths.csv; sed '1d; 5q' lengths.csv; } >again.csv
same "a pair twice" mesh.edges --layers 4 --metric again.csv
{ sed 40,50d lengths.csv; printf '0,143,16\n11,132,16.5\n0,13,1.5\n'; } >changed.csv
same "edges that the table adds" mesh.edges --layers 4 --metric changed.csv --lenient \
  --metric-adds-edges
same "lengths that are missing" mesh.edges --layers 4 --metric changed.csv --lenient
same "bounds that are missing" mesh.edges --lenient --metric-adds-edges --metric \
  "$(sed 40,50d bounds.csv >fewer.csv; echo fewer.csv)"

bad=0
{ echo source,target,len,stiffness; awk -v OFS=, '{ print $1, $2, 5, 1 + NR % 3 }' mesh.edges
} >mesh.csv
on 2 -q mesh.csv --metric lengths.csv --write-binary with.bin || bad=1
on 3 -q with.bin --layers 4 -o got.csv || bad=1
mgnn-layout -q mesh.csv --metric lengths.csv --layers 4 -o want.csv
cmp -s want.csv got.csv || bad=1
fact $bad "the binary form has the lengths of the table, and the stiffness of the graph"
on 3 -q with.bin --metric bounds.csv --layers 4 -o got.csv &&
  mgnn-layout -q mesh.csv --metric bounds.csv --layers 4 -o want.csv &&
  cmp -s want.csv got.csv
fact $? "a table replaces what the binary form has"

told 2 changed.csv: "pairs that are no edges and lengths that are missing" mesh.edges \
  --layers 2 --metric changed.csv --lenient

sed '50s/[^,]*$/-1/' lengths.csv >bad.csv
refuse "a negative length" mesh.edges --layers 2 --metric bad.csv
sed '50s/[^,]*$/x/' lengths.csv >bad.csv
refuse "a length that is none" mesh.edges --layers 2 --metric bad.csv
sed '50s/[^,]*$//' lengths.csv >bad.csv
on 2 mesh.edges --layers 2 --metric bad.csv -o x.csv
[ $? -eq 1 ] && grep -q 'bad.csv: there is no length for edge .* (mesh.edges); --lenient' err
fact $? "an empty length is a missing one"
sed '50s/^[^,]*/nobody/' lengths.csv >bad.csv
refuse "a length of no node" mesh.edges --layers 2 --metric bad.csv
sed '50s/.*/5,5,1/' lengths.csv >bad.csv
refuse "a length to itself" mesh.edges --layers 2 --metric bad.csv
{ cat lengths.csv; sed -n '100s/[^,]*$/9/p' lengths.csv; } >bad.csv
refuse_here bad.csv:266: "two lengths of a pair" mesh.edges --layers 2 --metric bad.csv
{ cat bounds.csv; sed -n '100s/[^,]*$/9/p' bounds.csv; } >bad.csv
refuse_here bad.csv:266: "two bounds of a pair" mesh.edges --layers 2 --metric bad.csv
{ cat lengths.csv; sed '1d; s/[^,]*$/2.25/' lengths.csv; echo 3,3,1; echo 5,nobody,1; } >bad.csv
same "what --lenient passes over or makes means" mesh.edges --layers 4 --metric bad.csv --lenient
told 3 bad.csv: "what --lenient passes over or makes means" mesh.edges --layers 2 \
  --metric bad.csv --lenient
sed '1s/length/km,hours/; 2,$s/$/,1/' lengths.csv >two.csv
same "a column that is named" mesh.edges --layers 2 --metric two.csv:km
refuse "several columns" mesh.edges --layers 2 --metric two.csv
{ echo '%%MatrixMarket matrix coordinate real general'; echo 144 144 264
  awk '{ print $1 + 1, $2 + 1, 1 + NR % 5 }' mesh.edges; } >lengths.mtx
same "the entries of a matrix" mesh.edges --layers 4 --metric lengths.mtx
same "the entries of a matrix, by themselves" lengths.mtx --layers 4 --metric lengths.mtx
refuse_here lengths.mtx: "a matrix for names" names.edges --layers 4 --metric lengths.mtx
sed '50s/[^ ]*$/-1/' lengths.mtx >bad.mtx
refuse "a negative entry" mesh.edges --layers 4 --metric bad.mtx
refuse "a negative entry of the graph" bad.mtx --layers 4 --metric attr:value
sed '1s/length/far/' lengths.csv >bad.csv
same "lengths in the only other column" mesh.edges --layers 2 --metric bad.csv
refuse "--metric-adds-edges alone" mesh.edges --layers 2 --metric-adds-edges
on 2 mesh.edges --layers 2 --metric changed.csv -o x.csv
[ $? -eq 1 ] && grep -q 'changed.csv: there is no length for edge .* (mesh.edges), nor for 10 more of the 264 edges; --lenient' err
fact $? "an edge without a length is told"
printf '0,1\n1,0\n' >matrix.csv
on 2 mesh.edges --layers 2 --metric matrix.csv -o x.csv
[ $? -eq 1 ] && grep -q 'matrix.csv: this is a matrix of distances, which mgnn-layout reads' err
fact $? "a matrix is refused with the way out"

# Of the graph itself, with parallel edges: some without a length, some without a
# stiffness, some that differ.
awk 'BEGIN { print "source,target,len,stiffness" }
  { len = NR % 9 ? 1 + NR * 7 % 13 / 8 : ""; stiff = NR % 11 ? 1 + NR % 5 : ""
    print $1 "," $2 "," len "," stiff
    if (NR % 6 == 0) print $2 "," $1 "," (NR % 4 ? len : 2.3) "," .7 * NR }' mesh.edges >some.csv
several='1 2 3 4'
same "a graph with some lengths" some.csv --lenient --layers 3
told 3 'got the mean' "what was filled in and replaced" some.csv --lenient --layers 2
awk -F, -v OFS=, '!(($2, $1) in seen) { seen[$1, $2]; print }' some.csv >bad.csv
refuse "a graph with some lengths" bad.csv --layers 2

# Columns that may have been meant as lengths, and columns that are not there.
awk 'BEGIN { print "source,target,weight,far" }
  { print $1 "," $2 "," 1 + NR % 3 "," 2 + NR % 5 }' mesh.edges >columns.csv
unused='weight is ignored\|is not used'
told 2 "$unused" "weight and another column" columns.csv --layers 2
told 1 "$unused" "weight beside lengths" columns.csv --layers 2 --metric attr:far
told 1 "$unused" "weight beside a table" columns.csv --layers 2 --metric lengths.csv
told 1 "$unused" "a column beside stiffnesses" columns.csv --layers 2 --stiffness weight
told 0 "$unused" "weight that is a length" columns.csv --layers 2 --metric attr:weight
told 0 "$unused" "no column" mesh.edges --layers 2
refuse "a stiffness that is no column" columns.csv --layers 2 --stiffness hard
refuse "a length that is no column" columns.csv --layers 2 --metric attr:hard
refuse "a stiffness without columns" mesh.edges --layers 2 --stiffness hard
: >empty.edges
refuse "an empty file" empty.edges --layers 2
echo "1..$count"
exit $failed
