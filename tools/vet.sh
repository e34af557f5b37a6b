#!/bin/sh
# tools/vet.sh ./...: go vet of the project's own packages alone. By itself go vet also reads
# every package of Go and of the libraries, to learn which of their functions print or never
# return; that takes most of its time. It calls this script again, as its tool, for each package.
set -e

if [ -z "$VET" ]; then
	VET=$(${GO:-go} tool -n vet) && export VET
	exec ${GO:-go} vet -vettool="$(cd "$(dirname "$0")" && pwd)/vet.sh" "$@"
fi
for config; do :; done # the last argument
case $config in
-V=full) echo "own $("$VET" -V=full | cut -d' ' -f2-)" && exit ;;
*.cfg) facts=$(sed -n '/"VetxOnly": true/,$s/^\t"VetxOutput": "\(.*\)",$/\1/p' "$config") ;;
esac
if [ -n "$facts" ]; then : >"$facts" && exit; fi
exec "$VET" "$@"
