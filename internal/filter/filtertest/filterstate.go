package filtertest

import (
	"bytes"
	"slices"

	"hyphbench/internal/filter"
)

// impression is what a filter shows of itself, to be compared with later.
type impression struct {
	file   []byte
	bits   uint64
	theory float64
	params []filter.Param
	admits []bool // each of the queries
}

func impressionOf(f filter.Filter, queries []string) impression {
	i := impression{fileOf(f), f.Bits(), f.Theory(), f.Params(), make([]bool, len(queries))}
	for at, q := range queries {
		i.admits[at] = f.Contains(q)
	}
	return i
}

func (i impression) equal(j impression) bool {
	return bytes.Equal(i.file, j.file) && i.bits == j.bits && i.theory == j.theory && slices.Equal(i.params, j.params) && slices.Equal(i.admits, j.admits)
}
