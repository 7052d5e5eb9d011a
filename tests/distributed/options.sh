# Every option of mgnn-layout is one of mgnn-layout-mpi, or refused by its name with the
# way out.  Called by tests/run-mpi, in whose environment it stands.
set -u
. "$top_srcdir/tests/distributed/facts"

words() {                       # words PROGRAM: the long options of its --help
  "$1" --help | grep -oE '^ {2,6}(-[A-Za-z], )?--[a-z0-9-]+' | sed 's/.*--//' | sort -u
}

words mgnn-layout >all
words mgnn-layout-mpi >have
[ "$(wc -l <all)" -gt 100 ] && [ "$(wc -l <have)" -gt 40 ]
fact $? "both programs list their options"
bad=0
comm -23 all have >lack
while IFS= read -r word; do
  mgnn-layout-mpi none.edges "--$word" >out 2>err
  [ $? -eq 1 ] && grep -qx "mgnn-layout-mpi: --$word: mgnn-layout-mpi .*; use mgnn-layout" \
    err && continue
  bad=1
  sed "s/^/# --$word: /" err
done <lack
[ -s lack ] || bad=1
fact $bad "the $(wc -l <lack) options that only mgnn-layout has are refused by name"
mgnn-layout-mpi none.edges --attention=file.csv >out 2>err
grep -qx 'mgnn-layout-mpi: --attention: mgnn-layout-mpi .*; use mgnn-layout' err
fact $? "with a value too"
echo "1..$count"
exit $failed
