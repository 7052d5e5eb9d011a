/* The readers of distance geometry and of molecules: AMPL data, PDB, mmCIF, MOL,
 * XYZ, and restraints with and without a structure. */
#include "reading.h"

#define ATOM(serial, name, residue, number, x, y, z, element) \
  "ATOM  " serial " " name " " residue " A" number "    " x y z \
  "  1.00  0.00          " element "\n"

/* A chain N - CA - C with hydrogens; distances are by Pythagoras. */
#define PEPTIDE \
  ATOM("    1", " N  ", "ALA", "   1", "   0.000", "   0.000", "   0.000", " N") \
  ATOM("    2", " CA ", "ALA", "   1", "   1.200", "   0.900", "   0.000", " C") \
  ATOM("    3", " C  ", "ALA", "   1", "   2.400", "   0.000", "   0.000", " C") \
  ATOM("    4", " HA ", "ALA", "   1", "   1.200", "   1.900", "   0.000", " H") \
  ATOM("    5", " H  ", "GLY", "   2", "   5.000", "   0.000", "   0.000", " H") \
  ATOM("    6", "1HA ", "GLY", "   2", "   8.000", "   0.000", "   3.000", " H") \
  ATOM("    7", "2HA ", "GLY", "   2", "   8.000", "   0.000", "   4.600", " H")

static const struct {
  const char *name, *text, *read;
} good[] = {
  { "a.dat", "# c\nparam Kdim := 3;\nset V := 1 2 3 9 ;\nparam : E : c I :=\n"
    "1 2 1.5 1\n2 3 2 1\n;\n", "1{id='1'} 2{id='2'} 3{id='3'} 9{id='9'}|"
    "0-1{len=1.5} 1-2{len=2}" },
  { "a.dat", "param : E : c I cL cU :=\n1 2 0 1 1.5 2.5\n2 3 2 1 2 2;",
    "1{id='1'} 2{id='2'} 3{id='3'}|0-1{lower=1.5,upper=2.5} 1-2{lower=2,upper=2}" },
  { "a.dat", "param chi : 1 2 :=\n1 0 0\n;param : E:c:=a b 1;", "a{id='a'} "
    "b{id='b'}|0-1{len=1}" },
  { "a.pdb", "HEADER\n"
    ATOM("    1", " N  ", "ALA", "   1", "   0.000", "   0.000", "   0.000", " N")
    ATOM("    2", " CA ", "ALA", "   1", "   1.200", "   0.900", "   0.000", "  ")
    "HETATM    3 ZN    ZN B   7       9.000   0.000   0.000  1.00  0.00          "
    "ZN\nCONECT    1    3\nCONECT    3    1\nEND\n",
    "A/1/N{id='A/1/N',atom='N',residue='ALA',chain='A',number='1',element='N',"
    "x=0,y=0,z=0} A/1/CA{id='A/1/CA',atom='CA',residue='ALA',chain='A',"
    "number='1',element='C',x=1.2,y=0.9,z=0} B/7/ZN{id='B/7/ZN',atom='ZN',"
    "residue='ZN',chain='B',number='7',element='Zn',x=9,y=0,z=0}|0-2{len=9} "
    "0-1{len=1.5}" },
  { "a.pdb", "MODEL        1\n"
    ATOM("    1", " N  ", "ALA", "   1", "   0.000", "   0.000", "   0.000", " N")
    ATOM("    2", " N  ", "ALA", "   1", "   0.100", "   0.000", "   0.000", " N")
    "ENDMDL\nMODEL        2\n"
    ATOM("    1", " N  ", "ALA", "   1", "   9.000", "   0.000", "   0.000", " N")
    "ENDMDL\n", "A/1/N{id='A/1/N',atom='N',residue='ALA',chain='A',number='1',"
    "element='N',x=0,y=0,z=0}||a.pdb:5: the first of 2 models is read|"
    "a.pdb:3: 1 atom is left out that stands there already, as alternate "
    "locations do" },
  { "a.cif", "data_x\nloop_\n_other.a\n_other.b\n1 'a b'\n;\ntext\n; 2\n"
    "loop_\n_atom_site.type_symbol\n_atom_site.label_atom_id\n"
    "_atom_site.label_seq_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n"
    "_atom_site.Cartn_z\nC C1 . 0 0 0 # c\nO \"O1'\" 2 0\n1.2 0\n",
    "C1{id='C1',atom='C1',element='C',x=0,y=0,z=0} 2/O1'{id='2/O1'',atom='O1'',"
    "number='2',element='O',x=0,y=1.2,z=0}|0-1{len=1.2}" },
  { "a.mol", "t\n\n\n  3  2  0  0  0               999 V2000\n"
    "    0.0000    0.0000    0.0000 H   0\n    3.0000    4.0000    0.0000 O   0\n"
    "    3.0000    4.0000    1.0000 CL  0\n  1  2  1  0\n  2  3  2  0\nM  END\n",
    "H1{id='H1',atom='H1',element='H',x=0,y=0,z=0} O2{id='O2',atom='O2',"
    "element='O',x=3,y=4,z=0} CL3{id='CL3',atom='CL3',element='Cl',x=3,y=4,z=1}|"
    "0-1{len=5,order=1} 1-2{len=1,order=2}" },
  { "a.sdf", "\n\n\n  0  0  0     0  0            999 V3000\nM  V30 BEGIN CTAB\n"
    "M  V30 COUNTS 2 1 0 0 0\nM  V30 BEGIN ATOM\nM  V30 1 C 0 0 0 0\n"
    "M  V30 2 N 0 3 4 0\nM  V30 END ATOM\nM  V30 BEGIN BOND\nM  V30 1 3 1 2\n"
    "M  V30 END BOND\nM  V30 END CTAB\nM  END\n$$$$\nnext\n",
    "C1{id='C1',atom='C1',element='C',x=0,y=0,z=0} N2{id='N2',atom='N2',"
    "element='N',x=0,y=3,z=4}|0-1{len=5,order=3}|a.sdf:17: the first molecule is "
    "read, more follow" },
  { "a.xyz", "2\nc\nC 0 0 0\nO 0 0 1.2 0.5\n", "C1{id='C1',atom='C1',element='C',"
    "x=0,y=0,z=0} O2{id='O2',atom='O2',element='O',x=0,y=0,z=1.2}|0-1{len=1.2}" },
  { "a.upl", "# c\n  1 ALA HA   2 GLY H    5.50 # c\n 1 ALA HA 3 GLY QA 4\n"
    " 1 ALA HA   2 GLY H  4.5\n", "1/HA{id='1/HA'} 2/H{id='2/H'} "
    "3/QA{id='3/QA'}|0-1{lower=0,upper=4.5} 0-2{lower=0,upper=4}" },
  { "a.lol", "1 ALA HA 2 GLY H 1.8\n", "1/HA{id='1/HA'} 2/H{id='2/H'}|"
    "0-1{lower=1.8,upper=inf}" },
  { "a.tbl", "! c\n{* c\n c *}\nassign (resid 1 and name HA)\n"
    "  ((segid \"B\" and resid 2 and name HB#)) 3.0 1.2 0.5\n"
    "ASSI ( resid 1 and name HA ) ( resid 4 and name H ) 2 3 1 ! c\n",
    "1/HA{id='1/HA'} B/2/HB#{id='B/2/HB#'} 4/H{id='4/H'}|"
    "0-1{lower=1.8,upper=3.5} 0-2{lower=0,upper=3}" },
  { "a.str", "data_1\nsave_a\nloop_\n_Gen_dist_constraint.ID\n"
    "_Gen_dist_constraint.Comp_index_ID_1\n_Gen_dist_constraint.Atom_ID_1\n"
    "_Gen_dist_constraint.Comp_index_ID_2\n_Gen_dist_constraint.Atom_ID_2\n"
    "_Gen_dist_constraint.Distance_lower_bound_val\n"
    "_Gen_dist_constraint.Distance_upper_bound_val\n"
    "1 1 HA 2 H 1.8 5.0\n2 1 HA 3 H . 4.0\nstop_\nsave_\n",
    "1/HA{id='1/HA'} 2/H{id='2/H'} 3/H{id='3/H'}|0-1{lower=1.8,upper=5} "
    "0-2{lower=0,upper=4}" },
};

START_TEST(files_are_read)
{
  ck_assert_str_eq(read_text(good[_i].name, good[_i].text), good[_i].read);
}
END_TEST

static const struct {
  const char *name, *text, *reason;
} bad[] = {
  { "a.dat", "hello\n", "a.dat:1:1: \"hello\" stands where a statement should begin, "
    "with set or param; this is not AMPL data" },
  { "a.dat", "param : E : I :=\n", "a.dat:1: the edges have no column c, nor cL and "
    "cU, for their lengths" },
  { "a.dat", "param : E : c :=\n1 2 x\n", "a.dat:2:5: column 3 is \"x\", must be a "
    "number" },
  { "a.dat", "param : E : c :=\n1 ; 2\n", "a.dat:2:3: \";\" stands where a node "
    "should" },
  { "a.dat", "param : E : c :=\n1\n", "a.dat: the file ends where a node should "
    "follow" },
  { "a.dat", "param : E : c :=\n1 2\n", "a.dat: the file ends where a number should "
    "follow" },
  { "a.dat", "param : E : c :=\n1 2 -1\n", "a.dat:2: the bounds are -1 and -1; the "
    "lower one must be finite and not negative, the upper one not less" },
  { "a.dat", "param Kdim := 0;", "a.dat:1:15: the dimension Kdim must be within 1 "
    "and 1000" },
  { "a.dat", "set V\n", "a.dat: the file ends where := should follow" },
  { "a.pdb", "HEADER\n", "a.pdb: there is no ATOM or HETATM record: this is not a "
    "PDB file" },
  { "a.pdb", "ATOM      1  N   ALA A   1       0.000\n", "a.pdb:1:39: y is missing" },
  { "a.pdb", "ATOM      1  N   ALA A   1       0.000   x.000   0.000\n",
    "a.pdb:1:42: y \"x.000\" is not a finite number" },
  { "a.pdb", "ATOM      1      ALA A   1       0.000   0.000   0.000\n",
    "a.pdb:1: the atom has no name in columns 13 to 16" },
  { "a.cif", "data_x\n", "a.cif: there is no loop of atoms (_atom_site): this is not "
    "an mmCIF file of a structure" },
  { "a.cif", "loop_\n_atom_site.label_atom_id\n_atom_site.Cartn_x\nC1\n",
    "a.cif:4: the row that begins here has 1 values, the loop has 2 columns" },
  { "a.cif", "loop_\n_atom_site.label_atom_id\n_atom_site.Cartn_x\nC1 q\n",
    "a.cif:4: Cartn_x is \"q\", must be a number" },
  { "a.cif", "_a.b 'x\n", "a.cif:1:6: a quote is opened here and not closed in this "
    "line" },
  { "a.cif", "_a.b\n;x\n", "a.cif:2:1: a text begins here with ; and never ends" },
  { "a.cif", "loop_\nx\n", "a.cif:2: a loop must begin with the names of its "
    "columns" },
  { "a.mol", "a\n", "a.mol: the file ends before its fourth line, which has the "
    "numbers of atoms and bonds" },
  { "a.mol", "\n\n\n 1x  0\n", "a.mol:4:2: the number of atoms is \"1x\", must be a "
    "whole number from 0 to 999" },
  { "a.mol", "\n\n\n  1  1\n 0 0 0 C\n  1  2  1\n", "a.mol:6: a bond joins the atoms 1 "
    "and 2; they must be two of 1 to 1" },
  { "a.mol", "\n\n\n  2  0\n 0 0 0 C\n", "a.mol: the file ends before the last of its "
    "atoms" },
  { "a.xyz", "C 0 0 0\n", "a.xyz:1: the first line must be the number of atoms, and "
    "the second a comment" },
  { "a.xyz", "2\n\nC 0 0 0\n", "a.xyz: the first line announces 2 atoms, but there "
    "are 1" },
  { "a.xyz", "2\n", "a.xyz: the first line announces 2 atoms, but there are 0" },
  { "a.xyz", "1\n\nC 0 0\n", "a.xyz:3:6: z is missing" },
  { "a.xyz", "1\n\nC 0 0 1e300\n", "a.xyz:3: coordinate 3 of atom C1 is 1e+300, must "
    "be within -1e7 and 1e7 Angstrom" },
  { "a.upl", "1 ALA HA 2 GLY\n", "a.upl:1: the row ends before the atom; it must be "
    "`number residue atom number residue atom limit`" },
  { "a.upl", "1 ALA HA 2 GLY H x\n", "a.upl:1:18: the limit \"x\" is not a finite "
    "number" },
  { "a.tbl", "hello\n", "a.tbl: there is no assign statement: this is not a table of "
    "restraints" },
  { "a.tbl", "assign (resid 1 and name HA) 3\n", "a.tbl:1:30: \"3\" stands where a "
    "selection in parentheses should" },
  { "a.tbl", "assign (resid 1) (resid 2 and name H) 3 1 1\n", "a.tbl:1: a selection "
    "must have a resid and a name" },
  { "a.tbl", "assign (name H around 3) (resid 2 and name H) 3 1 1\n", "a.tbl:1:16: "
    "\"around\" stands where resid, name, segid, resn, and, or, or a parenthesis "
    "should" },
  { "a.tbl", "assign (resid 1 and name C) (resid 2 and name H) (resid 3 and name H)\n",
    "a.tbl:1:50: a third selection: this restraint is of an angle, only distances "
    "are read" },
  { "a.tbl", "{ c\n", "a.tbl:1: a comment is opened with { in this line and never "
    "closed" },
  { "a.str", "data_x\n", "a.str: there is no loop of distance restraints "
    "(_Gen_dist_constraint)" },
};

START_TEST(faults_are_named)
{
  const char *got = read_text(bad[_i].name, bad[_i].text);

  ck_assert_msg(strncmp(got, "! ", 2) == 0, "%s", got);
  ck_assert_str_eq(got + 2, bad[_i].reason);
}
END_TEST

/* Read `text` with the peptide as the structure. */
static const char *
read_with(const char *name, const char *text, double cutoff)
{
  mg_limits limits;
  mgnn_error err;
  mg_source src;

  put("top.pdb", PEPTIDE);
  put(name, text);
  mg_limits_init(&limits);
  limits.topology = "top.pdb";
  limits.cutoff = cutoff;
  if (mg_read_within(&src, name, NULL, &limits, &err) != MGNN_OK) {
    snprintf(described, sizeof described, "! %s", err.text);
    return described;
  }
  described[0] = '\0';
  for (size_t e = 0; e < src.m; e++) {
    double upper = src.edge.count > 1 ? src.edge.column[1].number[e]
                                      : src.edge.column[0].number[e];

    describe_add("%s-%s %.4g..%.4g;", src.names.text[src.ends[2 * e]],
                 src.names.text[src.ends[2 * e + 1]],
                 src.edge.column[0].number[e], upper);
  }
  for (size_t k = 0; k < src.notes.count; k++)
    describe_add("|%s", src.notes.text[k]);
  mg_source_free(&src);
  return described;
}

/* Bonds N-CA and CA-C of sqrt(1.2^2 + 0.9^2) = 1.5, CA-HA of 1; angles N-C 2.4
 * and N-HA, C-HA of sqrt(1.2^2 + 1.9^2) = 2.247; then the restraints. */
#define COVALENT "A/1/N-A/1/CA 1.5..1.5;A/1/CA-A/1/C 1.5..1.5;A/1/CA-A/1/HA 1..1;" \
  "A/1/N-A/1/C 2.4..2.4;A/1/N-A/1/HA 2.247..2.247;A/1/C-A/1/HA 2.247..2.247;"

START_TEST(restraints_follow_the_structure)
{
  ck_assert_str_eq(read_with("a.upl", "1 ALA HA 2 GLY HN 5\n1 ALA HA 9 GLY H 5\n"
                             "1 ALA N 1 ALA CA 5\n", 0),
                   COVALENT "A/1/HA-A/2/H 0..5;|a.upl:2: 1 of 3 restraints is left "
                   "out: the structure lacks their atoms, such as 9/H|a.upl:3: 1 of "
                   "3 restraints is left out: the structure has the distance of "
                   "their atoms");
  ck_assert_str_eq(read_with("a.upl", "1 ALA HA 9 GLY HN 5\n", 0),
                   "! a.upl:1: no restraint names two atoms of top.pdb; the first "
                   "that is not there is 9/HN");
}
END_TEST

/* 2HA is 1.6 from 1HA: if the nearer of both is within 4 * 2^(1/6), the first is
 * within that and 1.6, 6.09; the lower bound 3 leaves 1.4. */
START_TEST(groups_widen_their_bounds)
{
  ck_assert_str_eq(read_with("a.tbl", "assign (resid 1 and name HA)\n"
                             "(resid 2 and (name 1HA or name 2HA)) 3 0 1\n", 0),
                   COVALENT "A/1/HA-A/2/1HA 1.4..6.09;");
  ck_assert_str_eq(read_with("a.tbl", "assign (resid 1 and name HA)\n"
                             "(resid 2 and name H or resid 1 and name N) 3 0 1\n",
                             0),
                   COVALENT "|a.tbl:1: 1 of 1 restraints is left out: they may be "
                   "met by atoms of several residues");
}
END_TEST

START_TEST(restraints_of_one_pair_are_intersected)
{
  ck_assert_str_eq(read_with("a.tbl", "assign (resid 1 and name HA) (resid 2 and "
                             "name H) 3 1 1\nassign (resid 2 and name H) (resid 1 "
                             "and name HA) 4 1 1\n", 0),
                   COVALENT "A/1/HA-A/2/H 3..4;");
  ck_assert_str_eq(read_with("a.tbl", "assign (resid 1 and name HA) (resid 2 and "
                             "name H) 3 1 1\nassign (resid 2 and name H) (resid 1 "
                             "and name HA) 6 1 1\n", 0),
                   "! a.tbl:2: the distance must be at least 5 and at most 4, by "
                   "this restraint and the one in line 1");
}
END_TEST

/* All pairs within the cutoff, beside a count of them by hand. */
START_TEST(the_cutoff_takes_every_near_pair)
{
  enum { N = 400 };
  static char text[N * 90];
  double x[N][3];
  mg_limits limits;
  mg_source src;
  size_t used, near = 0;

  used = (size_t)sprintf(text, "%d\n\n", N);
  for (int i = 0; i < N; i++) {
    for (int c = 0; c < 3; c++)
      x[i][c] = (double)((i * 7919 + c * 104729 + i * i * 31) % 2000) / 100 - 10;
    used += (size_t)sprintf(text + used, "C %.2f %.2f %.2f\n", x[i][0], x[i][1],
                            x[i][2]);
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      near += hypot(hypot(x[i][0] - x[j][0], x[i][1] - x[j][1]),
                    x[i][2] - x[j][2]) <= 3.0001;
  put("a.xyz", text);
  mg_limits_init(&limits);
  limits.cutoff = 3.0001;
  ck_assert_int_eq(mg_read_within(&src, "a.xyz", NULL, &limits, NULL), MGNN_OK);
  ck_assert_uint_gt(near, 100);
  ck_assert_uint_eq(src.m, near);
  for (size_t e = 0; e < src.m; e++) {
    const double *a = x[src.ends[2 * e]], *b = x[src.ends[2 * e + 1]];

    ck_assert_double_eq_tol(src.edge.column[0].number[e],
                            hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]),
                            1e-12);
  }
  mg_source_free(&src);
}
END_TEST

/* Atoms on one spot are not searched for bonds for ever. */
START_TEST(a_crowd_is_refused)
{
  enum { N = 3000 };
  static char text[N * 12 + 40];
  size_t used = (size_t)sprintf(text, "%d\n\n", N);

  for (int i = 0; i < N; i++)
    used += (size_t)sprintf(text + used, "C 0 0 0\n");
  ck_assert_str_eq(read_text("a.xyz", text), "! a.xyz: atom 1 has more than 2000 "
                   "atoms within 1.97 Angstrom: these are no coordinates of a "
                   "molecule, so no bonds can be told; give a cutoff");
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  for (size_t k = 0; k < COUNT(good); k++)
    read_with_fuse(good[k].name, good[k].text);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(files_are_read, COUNT(good)),
    TEST_EACH(faults_are_named, COUNT(bad)),
    TEST(restraints_follow_the_structure),
    TEST(groups_widen_their_bounds),
    TEST(restraints_of_one_pair_are_intersected),
    TEST(the_cutoff_takes_every_near_pair),
    TEST(a_crowd_is_refused),
    TEST(every_allocation_may_fail)
  };

  return unit_run("read_molecules", tests, COUNT(tests), NULL);
}
