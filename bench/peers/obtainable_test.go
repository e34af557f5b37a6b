package main

import (
	"testing"

	"hyphbench/internal/choose"
)

// What choose recommends is what is measured here, at the same version.
func TestObtainableVersions(t *testing.T) {
	for _, l := range choose.Libraries() {
		for _, m := range l.Modules(false) {
			if moduleVersion(m.Path) != m.Version {
				t.Errorf("%s is %s here, not %s", m.Path, moduleVersion(m.Path), m.Version)
			}
		}
	}
}
