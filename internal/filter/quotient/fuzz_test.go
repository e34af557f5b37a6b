package quotient

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func FuzzStandard(f *testing.F) { filtertest.Fuzz(f, Standard()) }
func FuzzInfini(f *testing.F)   { filtertest.Fuzz(f, Infini()) }
