#!/bin/bash -eu
# For OSS-Fuzz, and whatever else builds fuzzers as it does: CC, CXX, CFLAGS,
# CXXFLAGS and LIB_FUZZING_ENGINE say how, the results go to OUT, and objects to
# WORK.  A program per target, fuzz_NAME, with its seeds and its dictionary; the
# shared libraries that they need go along, since the machine that runs them
# has none.  By hand:
#
#   OUT=/tmp/out WORK=/tmp/work CC=clang CXX=clang++ \
#     CFLAGS='-O1 -g -fsanitize=address,fuzzer-no-link' \
#     LIB_FUZZING_ENGINE=-fsanitize=fuzzer tests/fuzz/build.sh
#   /tmp/out/fuzz_gml -max_total_time=60
top=$(cd "$(dirname "$0")/../.." && pwd)
: "${OUT:?where the fuzzers go}" "${LIB_FUZZING_ENGINE:=-fsanitize=fuzzer}"
: "${CC:=clang}" "${CXX:=clang++}" "${CFLAGS:=-O1 -g}" "${CXXFLAGS:=$CFLAGS}"
work=${WORK:-$top/build-fuzz}

[ -x "$top/configure" ] || (cd "$top" && autoreconf -fi)
mkdir -p "$work" "$OUT/lib"
cd "$work"
# Small pieces, so that short inputs have several.  OpenMP's threads would only
# make runs differ.
"$top/configure" --disable-shared --disable-openmp CC="$CC" \
  CFLAGS="$CFLAGS -DMG_BLOCK_BYTES=64" LDFLAGS="${LDFLAGS:-} $CFLAGS"
# The engines are libraries of C++.  $ORIGIN is for the loader, and passes make
# and the shell on its way.
# shellcheck disable=SC2016
make -j "$(nproc)" tests/fuzz/fuzzer CCLD="$CXX" \
  FUZZ_ENGINE="$LIB_FUZZING_ENGINE -Wl,-rpath,'\$\$ORIGIN/lib'"

ldd tests/fuzz/fuzzer | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
  grep -Ev '/(libc|libm|libdl|librt|libpthread|libresolv|libgcc_s)\.so' |
  while read -r library; do
    cp -L "$library" "$OUT/lib"
  done
(tests/fuzz/fuzzer 2>&1 || true) | sed -n 's/^which target? one of: *//p' |
  tr ' ' '\n' | while read -r target; do
    cp tests/fuzz/fuzzer "$OUT/fuzz_$target"
    rm -f "$OUT/fuzz_${target}_seed_corpus.zip"
    (cd "$top/tests/fuzz/corpus/$target" &&
      python3 -m zipfile -c "$OUT/fuzz_${target}_seed_corpus.zip" ./*)
    if [ -f "$top/tests/fuzz/dict/$target" ]; then
      cp "$top/tests/fuzz/dict/$target" "$OUT/fuzz_$target.dict"
    fi
  done
