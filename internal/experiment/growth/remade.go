package growth

import (
	"hyphbench/internal/filter"
	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// remadeName is in the rows of the experiment.
const remadeName = "bloom-remade"

// remade is a Bloom filter that is made anew from its keys when one more would make its rate
// higher than the one asked for: for twice as many keys.
//
// Guarantee: that of a Bloom filter of as many keys. It is full at the number of keys it was made
// for, and Resize makes it anew.
// Cost: the pause of an insertion that makes it anew. Its keys lie in memory beside it, as those
// of a table do, and are no bits of its own. That is the best case: to read them from a disk takes
// longer.
// Source: the article's algorithm description, the last paragraph.
func remade() filter.Structure {
	plain := bloomfilter.Standard()
	return filter.Structure{
		Name: remadeName, Title: "Bloom filter made anew", Family: filter.FamilyGrowing,
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			cfg.Capacity = max(1, cfg.Capacity, keys.Len())
			r := &regenerated{structure: plain, cfg: cfg, keys: keys.All()}
			return r, r.build()
		},
	}
}

type regenerated struct {
	filter.Inserter
	structure filter.Structure
	cfg       filter.Config // of the present filter
	keys      []string
}

// build makes the filter of the configuration with all keys.
func (r *regenerated) build() (err error) {
	r.Inserter, err = filter.As[filter.Inserter](r.structure.Build(wordlist.Of(r.keys...), r.cfg))
	return err
}

func (r *regenerated) Insert(key string) error {
	if len(r.keys) >= r.cfg.Capacity {
		return filter.ErrFull
	}
	r.keys = append(r.keys, key)
	return r.Inserter.Insert(key)
}

func (r *regenerated) Resize() error {
	r.cfg.Capacity *= 2
	return r.build()
}
