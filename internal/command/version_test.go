package command

import (
	"strings"
	"testing"
)

func TestDescribeBuild(t *testing.T) {
	released := map[string]string{
		"version": "v1.2.3", "go": "go1.26.8", "sha256": "ab12",
		"vcs.revision": "0123456789abcdef0123456789abcdef01234567", "vcs.time": "2026-11-22T04:05:06Z", "vcs.modified": "false",
	}
	for _, c := range []struct{ name, key, value, want string }{
		{"a revision", "", "", "  source     0123456789abcdef0123456789abcdef01234567 of 2026-11-22T04:05:06Z\n  go "},
		{"changes", "vcs.modified", "true", "  source     0123456789abcdef0123456789abcdef01234567 of 2026-11-22T04:05:06Z\n" +
			"             with changes that are in no revision\n  go "},
		{"no revision", "vcs.revision", "", "  source     unknown: built without git, with -buildvcs=false or in no clone\n  go "},
	} {
		b := map[string]string{c.key: c.value}
		for k, v := range released {
			if k != c.key {
				b[k] = v
			}
		}
		got := describeBuild(b)
		for _, want := range []string{"hyphbench version v1.2.3\n", c.want, "  go         go1.26.8\n", "  platform   ", "  sha256     ab12\n"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is not in\n%s", c.name, want, got)
			}
		}
	}
}
