#!/bin/sh
# Renders pictures by name, or all of them, one at a time and at low priority.
#
#   ./render.sh NAME...           full size, 18 samples, two seeds
#   ./render.sh --preview NAME... three eighths of the size, 6 samples
#   ./render.sh all | banners | cards | others
#   ./render.sh --list
#
# Masters go to $OUT (default: out/ beside this script); SAMPLES and SCALE may be
# set in the environment.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-$here/out}
suffix=

names() { (cd "$here/scene" && python3 -c "
from pictures import PICTURES, GROUPS
import sys
for word in sys.argv[1:]:
    for name in GROUPS.get(word, [word]):
        if name not in PICTURES: sys.exit('no picture is called ' + name)
        print(name)" "$@"); }

case ${1:-} in
  '' | -h | --help) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
  --list) names all; exit 0 ;;
  --preview) shift; SCALE=${SCALE:-.375}; SAMPLES=${SAMPLES:-6}; suffix=-preview ;;
esac
list=$(names "$@")

quietly() { if command -v ionice >/dev/null; then ionice -c3 nice -n 19 "$@"; else nice -n 19 "$@"; fi; }

mkdir -p "$out/linear" "$out/masters"
nlm=$out/nlm
[ "$nlm" -nt "$here/develop/nlm.c" ] ||
  gcc -O3 -march=native -ffast-math -fopenmp -Wall "$here/develop/nlm.c" -o "$nlm" -lm

for name in $list; do
  base=$out/linear/$name$suffix
  started=$(date +%s)
  # Small pictures are compressed more strongly, and show steps and blocks without more grain.
  case $name in card_*) grain=.010 ;; *) grain=.006 ;; esac
  quietly blender -b --factory-startup --python-exit-code 1 -P "$here/scene/render.py" -- \
    "$name" "$base" --scale "${SCALE:-1}" --samples "${SAMPLES:-18}" >"$base.log" 2>&1 ||
    { tail -n 20 "$base.log" >&2; exit 1; }
  quietly env OMP_NUM_THREADS=2 python3 "$here/develop/grade.py" "$base" \
    "$out/masters/$name$suffix.png" --nlm "$nlm" --grain "$grain"
  rm -f "${base}_0.npy" "${base}_1.npy"
  echo "$name: $(($(date +%s) - started)) s"
done
