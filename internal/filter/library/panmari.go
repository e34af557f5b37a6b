package library

import (
	"math"

	cuckoo "github.com/panmari/cuckoofilter"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

const panmariName = "panmari-cuckoo"

// Panmari is the cuckoo filter of github.com/panmari/cuckoofilter.
//
// Guarantee: no false negatives. The library drops a fingerprint, of any key, when an insertion
// fails. Here no key is inserted beyond nine tenths of the places, where that is rare, and a
// filter whose insertion has failed admits every word from then on.
// Cost: fingerprints of 16 bits in a power of two of places: 18 to 36 bits per key, whatever
// rate is asked for.
// Source: the module; Fan, Andersen, Kaminsky, Mitzenmacher 2014.
func Panmari() filter.Structure {
	return filter.Structure{
		Name:      panmariName,
		Title:     "cuckoo filter of panmari/cuckoofilter",
		Reference: "github.com/panmari/cuckoofilter",
		Family:    filter.FamilyLibrary,
		Faults:    filter.IgnoresSeed,
		Plan:      planPanmari,
		Build:     buildPanmari,
		Explain: filter.Explanation{
			What: "A table of buckets of four fingerprints of 16 bits. A key's fingerprint is in one of two buckets; where both are full another one moves. It hashes by metro.",
			Layout: `
  key ──metro──► fingerprint 9c0d, bucket i or j
        bucket i                          bucket j
  ┌──────┬──────┬──────┬──────┐    ┌──────┬──────┬──────┬──────┐
  │ 00e4 │ 9c0d │      │      │    │ 1b30 │ 7c44 │ 2a7f │      │
  └──────┴──────┴──────┴──────┘    └──────┴──────┴──────┴──────┘`,
			Formula: `
  buckets of 4: a power of two, nine tenths full at most
  bits = 16 · 4 · buckets
  rate = 1 − (1 − 1/65,534)^(8·load) ≤ 0.011 %, whatever ε is asked for`,
			Guarantee: "No false negatives, as it is used here. The library alone drops the fingerprint of some key when an insertion fails, as with more than eight copies of a key or a table that is nearly full: a program must then build the filter anew. Keys can be deleted.",
			Price:     "18 to 36 bits per key, by what n is to a power of two. Fingerprints of 16 bits and no others. Its random moves have no seed: two filters of the same keys differ, so that it has no file here.",
			When:      "Where keys are deleted and a maintained library must have the filter. cuckoo has every rate, and keeps its keys when it is full.",
			Paper:     "B. Fan, D. G. Andersen, M. Kaminsky, M. D. Mitzenmacher 2014, Cuckoo filter: practically better than Bloom; Go module github.com/panmari/cuckoofilter",
		},
	}
}

// panmari is the library's filter.
type panmari struct {
	of     *cuckoo.Filter
	places int
	broken bool // an insertion failed: some key may be missing, and every word is admitted
}

const (
	panmariBucket  = 4
	panmariFullest = 0.9
	panmariCodes   = 1<<16 - 2 // values of a fingerprint
)

// panmariPlaces is the size for n keys: what the library takes for a number is a power of
// two from which it is full to 96 %.
func panmariPlaces(n int) int {
	places := panmariBucket
	for float64(n) > panmariFullest*float64(places) {
		places *= 2
	}
	return places
}

func panmariTheory(n, places int) float64 {
	load := float64(n) / float64(places)
	return -math.Expm1(2 * panmariBucket * load * math.Log1p(-1.0/panmariCodes))
}

func panmariParams(places int) []filter.Param {
	return []filter.Param{{Name: "fingerprint bits", Value: 16}, {Name: "buckets", Value: float64(places / panmariBucket)}}
}

func planPanmari(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	places := panmariPlaces(cfg.Room(n))
	return filter.Plan{Params: panmariParams(places), Bits: 16 * uint64(places), Capacity: int(panmariFullest * float64(places)), Theory: panmariTheory(n, places)}, nil
}

// buildPanmari begins anew with twice the places where an insertion fails. A key that came
// more often than its places are makes every table fail: the last one admits all.
func buildPanmari(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	const attempts = 3
	var p *panmari
	for attempt := range attempts {
		places := panmariPlaces(cfg.Room(keys.Len())) << attempt
		p = &panmari{of: cuckoo.NewFilter(uint(places * 9 / 10)), places: places}
		for key := range keys.Each() {
			if p.broken = !p.of.Insert(filter.BytesOf(key)); p.broken {
				break
			}
		}
		if !p.broken {
			return p, nil
		}
	}
	return p, nil
}

func (p *panmari) Contains(key string) bool { return p.of.Lookup(filter.BytesOf(key)) || p.broken }

// Insert adds key where there is room.
func (p *panmari) Insert(key string) error {
	if float64(p.of.Count()) >= panmariFullest*float64(p.places)-1 {
		return filter.ErrFull
	}
	p.broken = p.broken || !p.of.Insert(filter.BytesOf(key))
	return nil
}

// Delete takes a copy of key away.
func (p *panmari) Delete(key string) bool { return p.of.Delete(filter.BytesOf(key)) || p.broken }

func (p *panmari) Bits() uint64           { return 16 * uint64(p.places) }
func (p *panmari) Params() []filter.Param { return panmariParams(p.places) }

// Theory is exact but for two keys of one fingerprint and bucket.
func (p *panmari) Theory() float64 {
	if p.broken {
		return 1
	}
	return panmariTheory(int(p.of.Count()), p.places)
}
