package cache

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// stream is a sequence of requests. Objects have the numbers from 0 on, in the order of
// their first requests.
type stream struct {
	requests []uint32 // objects
	keys     []string // of the objects, as a filter is asked
	sizes    []uint32 // of the objects, bytes
	times    []uint32 // that an object is requested

	total     uint64 // bytes of all objects, each once
	requested uint64 // bytes of all requests
	once      int    // objects requested once
	few       int    // objects requested fewer than four times
}

// Popularity of the synthetic stream: the object of rank r is requested in proportion to
// r^−exponent (Breslau et al. 1999 saw 0.64 to 0.83 in the caches of the web; later ones
// about 0.9). There is a rank for every tenth request.
const (
	exponent = 0.9
	perRank  = 10
)

// synthetic draws requests by popularity and puts objects that are requested once
// between them, until so large a share of all objects is.
func synthetic(seed uint64, requests int, once float64) *stream {
	random := rand.New(rand.NewPCG(seed, 's'))
	sums := make([]float64, max(1, requests/perRank))
	sum := 0.0
	for r := range sums {
		sum += math.Pow(float64(r+1), -exponent)
		sums[r] = sum
	}
	var order []uint32
	times := make([]uint32, len(sums))
	distinct, singles, more := 0, 0, 0
	for len(order)+more < requests {
		rank := sort.SearchFloat64s(sums, random.Float64()*sum)
		order = append(order, uint32(rank))
		switch times[rank]++; times[rank] {
		case 1:
			distinct, singles = distinct+1, singles+1
		case 2:
			singles--
		}
		more = max(0, int(math.Ceil((once*float64(distinct)-float64(singles))/(1-once))))
	}
	for i := range more {
		order = append(order, uint32(len(sums)+i))
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return newStream(order, seed, numberedKey(seed))
}

func numberedKey(seed uint64) func(name uint32) string {
	return func(name uint32) string { return strconv.FormatUint(filter.Mix(seed+uint64(name)), 16) }
}

// Shape of Akamai's caches: of the objects 74 % are requested once and 90 % fewer than four times
// (Maggs, Sitaraman 2015, section 5). Beyond, this program takes a power law, and the order of
// all requests is random: a trace would have more of them near each other.
const (
	shareOnce = 0.74
	shareFew  = 0.90
	few       = 4
	tail      = 1.1 // exponent of the share of objects requested so often or more
)

// akamai requests objects as often as in that shape.
func akamai(seed uint64, requests int) *stream {
	random := rand.New(rand.NewPCG(seed, 'a'))
	var order []uint32
	for object := uint32(0); len(order) < requests; object++ {
		for range min(timesDrawn(random, max(few, requests/100)), requests-len(order)) {
			order = append(order, object)
		}
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return newStream(order, seed, numberedKey(seed))
}

// timesDrawn is how often an object is requested, most times at most.
func timesDrawn(random *rand.Rand, most int) int {
	switch u := random.Float64(); {
	case u < shareOnce:
		return 1
	case u < shareFew:
		return 2 + random.IntN(few-2)
	}
	return int(min(float64(most), few*math.Pow(1-random.Float64(), -1/tail)))
}

// textual requests the words of a text in their order.
func textual(words *wordlist.List, seed uint64, requests int) *stream {
	numbers := map[string]uint32{}
	var order []uint32
	var names []string
	for word := range words.First(min(requests, words.Len())).Each() {
		number, known := numbers[word]
		if !known {
			number = uint32(len(names))
			numbers[word], names = number, append(names, word)
		}
		order = append(order, number)
	}
	return newStream(order, seed, func(name uint32) string { return names[name] })
}

// newStream numbers the objects by their first requests and draws their sizes.
func newStream(order []uint32, seed uint64, key func(name uint32) string) *stream {
	s := &stream{requests: order}
	random := rand.New(rand.NewPCG(seed, 'z'))
	numbers := make([]uint32, slices.Max(order)+1)
	for i, name := range order {
		if numbers[name] == 0 {
			s.keys = append(s.keys, key(name))
			s.sizes = append(s.sizes, size(random))
			s.times = append(s.times, 0)
			numbers[name] = uint32(len(s.keys)) // one more than the number
		}
		object := numbers[name] - 1
		order[i] = object
		s.times[object]++
		s.requested += uint64(s.sizes[object])
	}
	for object, times := range s.times {
		s.total += uint64(s.sizes[object])
		if times == 1 {
			s.once++
		}
		if times < few {
			s.few++
		}
	}
	return s
}

// The sizes of objects are log-normal, as those of files of the web are but for the
// largest (Downey 2001), whatever their popularity. They are cut off at 4 MiB: one
// object is never more than a cache.
const (
	median  = 4096 // bytes
	sigma   = 1.2
	largest = 4 << 20
)

func size(random *rand.Rand) uint32 {
	return uint32(min(largest, max(1, median*math.Exp(sigma*random.NormFloat64()))))
}
