#!/bin/sh
# Runs some fuzz targets: fuzz.sh COUNT TIME PACKAGE…
#
# Of the targets of the packages COUNT are drawn, by a checksum of the commit with their name:
# a commit always has the same ones, and all have their turn. Each runs for TIME. Where a
# worker is busy when that time is over, Go before 1.27 reports the end of the time itself as
# a failure (golang/go#75804); one without a failing input is none.
set -eu
count=$1 time=$2
shift 2
go=${GO:-go}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cache=$($go env GOCACHE)/fuzz/hyphbench
commit=$(git rev-parse HEAD 2>/dev/null || echo none)

for package; do
	for target in $(grep -ho '^func Fuzz[A-Za-z0-9]*' "$package"/*_test.go | cut -d' ' -f2); do
		echo "$(echo "$commit $package $target" | cksum | cut -d' ' -f1) $package $target"
	done
done | sort -n | head -n "$count" | sort -k2 >"$dir/drawn"
test -s "$dir/drawn" || { echo "fuzz.sh: no fuzz targets in $*" >&2; exit 1; }

built=
while read -r _ package target; do
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
