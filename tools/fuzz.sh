#!/bin/sh
# Runs some fuzz targets: fuzz.sh COUNT TIME PACKAGE…
#
# Packages are drawn by a checksum of the commit with their name, and of each its targets, until
# there are COUNT: a commit always has the same ones, all have their turn, and few packages are
# compiled. Each target runs for TIME. Where a worker is busy when that time is over, Go
# before 1.27 reports the end of the time itself as a failure (golang/go#75804); one without a
# failing input is none.
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

built=
while read -r package target; do
	echo "== fuzz $package $target"
	if [ "$built" != "$package" ]; then
		$go test -vet=off -c -fuzz . -o "$dir/fuzz.test" "$package"
		built=$package
	fi
	if (cd "$package" && "$dir/fuzz.test" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$time" \
		-test.fuzzminimizetime 1s -test.fuzzcachedir "$cache/$package" -test.timeout 30m) >"$dir/log" 2>&1 </dev/null; then
		tail -n 2 "$dir/log"
	elif grep -q 'context deadline exceeded' "$dir/log" && ! grep -q 'Failing input' "$dir/log"; then
		echo "a worker was busy when the time was over"
	else
		cat "$dir/log"
		exit 1
	fi
done <"$dir/drawn"
