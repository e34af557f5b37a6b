package duplicates

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// share is what one processing element has at the start.
type share struct {
	keys  []string // each once
	hash  []uint64 // of the keys
	truth []bool   // whether the key is one of several elements, here or elsewhere
	local []bool   // whether it is so here already
}

// instance is the elements of a round, spread over p processing elements.
type instance struct {
	shares []share
	placed placement
}

// placement is what theory needs to know of the elements. Elements are counted once for
// each processing element that has them.
type placement struct {
	p        int
	elements float64 // before equal ones of a processing element become one
	held     float64 // after that
	single   float64 // held by one processing element alone
	shared   float64 // held by several, all copies
	others   float64 // different elements that all others together hold, of the mean processing element
	copies   float64 // of these the shared ones
	bytes    float64 // of an element held, on average
}

// generated are n elements, of which a share is there twice, in no order.
func generated(n int, twice float64, seed uint64) *wordlist.List {
	pairs := int(twice * float64(n) / 2)
	return wordlist.Generate(n, func(b []byte, i int) []byte {
		if i >= n-pairs {
			i -= n - pairs
		}
		var id [16]byte
		binary.BigEndian.PutUint64(id[:], filter.Mix(seed+2*uint64(i)))
		binary.BigEndian.PutUint64(id[8:], filter.Mix(seed+2*uint64(i)+1))
		return hex.AppendEncode(b, id[:])
	})
}

// newInstance places each element at random, as many with every processing element.
func newInstance(list *wordlist.List, p int, seed uint64) *instance {
	random := rand.New(rand.NewPCG(seed, uint64(p)))
	order := random.Perm(list.Len())
	hasher := filter.NewHasher(filter.Config{Seed: seed})
	times, holders := make(map[string]int, list.Len()), make(map[string]int, list.Len())
	in := &instance{shares: make([]share, p)}
	for id := range in.shares {
		here := make([]string, 0, len(order)/p+1)
		for _, i := range order[id*len(order)/p : (id+1)*len(order)/p] {
			here = append(here, list.At(i))
		}
		slices.Sort(here)
		s := &in.shares[id]
		for i, key := range here {
			times[key]++
			if i > 0 && key == here[i-1] {
				s.local[len(s.local)-1] = true
				continue
			}
			holders[key]++
			s.keys, s.hash, s.local = append(s.keys, key), append(s.hash, hasher.Sum64(key)), append(s.local, false)
		}
	}
	for id := range in.shares {
		s := &in.shares[id]
		for _, key := range s.keys {
			s.truth = append(s.truth, times[key] > 1)
		}
	}
	in.placed = in.place(list, holders)
	return in
}

func (in *instance) place(list *wordlist.List, holders map[string]int) placement {
	at := placement{p: len(in.shares), elements: float64(list.Len())}
	several := 0.0 // different elements that several hold
	for key, n := range holders {
		at.held += float64(n)
		at.bytes += float64(n * len(key))
		if n == 1 {
			at.single++
		} else {
			at.shared += float64(n)
			several++
		}
	}
	at.bytes /= at.held
	// A single element is elsewhere but for its one place, a shared one always is.
	elsewhere := at.single * (1 - 1/float64(at.p))
	at.others, at.copies = elsewhere+several, several
	return at
}
