package cuckoo

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func FuzzStandard(f *testing.F) { filtertest.Fuzz(f, Standard()) }

func FuzzSemisort(f *testing.F) { filtertest.Fuzz(f, Semisort()) }
