package bloom

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func FuzzStandard(f *testing.F)    { filtertest.Fuzz(f, Standard()) }
func FuzzBlocked(f *testing.F)     { filtertest.Fuzz(f, Blocked()) }
func FuzzSplitBlock(f *testing.F)  { filtertest.Fuzz(f, SplitBlock()) }
func FuzzRegister(f *testing.F)    { filtertest.Fuzz(f, Register()) }
func FuzzGolomb(f *testing.F)      { filtertest.Fuzz(f, Golomb()) }
func FuzzOneHash(f *testing.F)     { filtertest.Fuzz(f, OneHash()) }
func FuzzPartitioned(f *testing.F) { filtertest.Fuzz(f, Partitioned()) }
func FuzzTwoBlock(f *testing.F)    { filtertest.Fuzz(f, TwoBlock()) }
