#!/bin/sh
# Installs the requirements of the peers and measures them. A peer that cannot be
# installed is listed with the reason. Arguments are those of the program, for
# example --rounds 7 or --only libhyphen,npm.
set -eu
cd "$(dirname "$0")"

missing=""
command -v cc >/dev/null || missing="$missing gcc libc6-dev"
command -v perl >/dev/null || missing="$missing perl"
[ -f /usr/include/hyphen.h ] && [ -f /usr/share/libhyphen/substrings.pl ] || missing="$missing libhyphen-dev"
command -v node >/dev/null || missing="$missing nodejs"
command -v npm >/dev/null || missing="$missing npm"
if [ -n "$missing" ]; then
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		# shellcheck disable=SC2086 # a list of names
		{ apt-get update -q && apt-get install -y -q --no-install-recommends $missing; } >&2 ||
			echo "run.sh: apt-get could not install:$missing" >&2
	else
		echo "run.sh: not installed, want root and apt-get:$missing" >&2
	fi
fi
if command -v npm >/dev/null; then
	(cd npm && npm ci --ignore-scripts --no-audit --no-fund) >&2 ||
		echo "run.sh: npm could not install the packages of npm/package.json" >&2
fi
exec go run . "$@"
