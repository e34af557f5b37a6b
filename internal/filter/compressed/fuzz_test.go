package compressed

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func FuzzHashCompaction(f *testing.F) { filtertest.Fuzz(f, HashCompaction()) }
func FuzzRoaring(f *testing.F)        { filtertest.Fuzz(f, Roaring()) }
func FuzzFingerprints(f *testing.F)   { filtertest.Fuzz(f, Fingerprints()) }
