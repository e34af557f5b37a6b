package linear

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func FuzzSet(f *testing.F) { filtertest.Fuzz(f, Set()) }
