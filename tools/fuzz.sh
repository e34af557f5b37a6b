#!/bin/sh
# Runs some fuzz targets: fuzz.sh COUNT TIME PACKAGE…
#
# Packages are drawn by a checksum of the commit with their name, and of each its targets, until
# there are COUNT: a commit always has the same ones, all have their turn, and few packages are
# compiled. Each target runs for TIME on one processor, two beside each other. Where the worker
# is busy when that time is over, Go before 1.27 reports the end of the time itself as a failure
# (golang/go#75804); one without a failing input is none.
set -eu
count=$1 time=$2
shift 2
go=${GO:-go}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cache=$($go env GOCACHE)/fuzz/hyphbench
commit=$(git rev-parse HEAD 2>/dev/null || echo none)

for package; do
	echo "$(echo "$commit $package" | cksum | cut -d' ' -f1) $package"
done | sort -n | while read -r _ package; do
	grep -ho '^func Fuzz[A-Za-z0-9]*' "$package"/*_test.go | sed "s,^func ,$package ,"
done | head -n "$count" >"$dir/drawn"
test -s "$dir/drawn" || { echo "fuzz.sh: no fuzz targets in $*" >&2; exit 1; }

# One target, as xargs calls it.
cat >"$dir/fuzz" <<'END'
dir=$1 time=$2 cache=$3 package=$4 target=$5
log=$dir/$target.log
if (cd "$package" && "$dir/$(echo "$package" | tr / _).test" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$time" \
	-test.parallel 1 -test.fuzzminimizetime 1s -test.fuzzcachedir "$cache/$package" -test.timeout 30m) >"$log" 2>&1 </dev/null; then
	echo "$package $target: $(grep -o 'elapsed.*' "$log" | tail -n 1)"
elif grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input' "$log"; then
	echo "$package $target: the worker was busy when the time was over"
else
	cat "$log"
	exit 255
fi
END

cut -d' ' -f1 "$dir/drawn" | uniq | while read -r package; do
	$go test -vet=off -c -fuzz . -o "$dir/$(echo "$package" | tr / _).test" "$package"
done
xargs -L 1 -P 2 sh "$dir/fuzz" "$dir" "$time" "$cache" <"$dir/drawn"
