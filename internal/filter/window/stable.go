package window

import (
	"math"
	"math/rand/v2"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/packed"
)

// Stable is a stable Bloom filter: every key lowers some cells by chance, then sets its
// own to the largest number, so that the share of empty cells comes to a limit.
//
// Guarantee: the rate of new keys called seen comes to ε, however long the stream. What
// was seen is forgotten by chance.
// Cost: the bits of a Bloom filter of w keys; P cells lowered and K read and set a key.
// Source: Deng, Rafiei 2006, Approximately detecting duplicates for streaming data using
// stable Bloom filters, sections 3 and 4.
func Stable() filter.Windows {
	return filter.Windows{
		About: filter.About{
			Name:      "stable",
			Title:     "stable Bloom filter",
			Reference: "Deng, Rafiei 2006, Approximately detecting duplicates for streaming data using stable Bloom filters, sections 3 and 4",
			Explain: filter.Explanation{
				What: "A Bloom filter of cells of some bits. For each key P neighbouring cells from a random one on are lowered by 1, then the K cells of the key are set to the largest number. A key is called seen if its K cells are above 0.",
				Layout: `
  chance ──► P cells − 1       key ──hash──► K cells := Max
             ┌──┐                     ▼           ▼
  ┌───┬───┬──┴┬─┴─┬───┬───┬───┬───┬───┬───┬───┬───┬───┐
  │ 0 │ 3 │ 1 │ 2 │ 0 │ 0 │ 1 │ 0 │ 3 │ 0 │ 2 │ 3 │ 0 │
  └───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘`,
				Formula: `
  share of empty cells → z = (1/(1 + 1/(P·(1/K − 1/m))))^Max
  rate → (1 − z)^K = ε, from which P follows, rounded up
  K and Max: those that forget least of what came w keys ago`,
				Guarantee: "The rate of new keys called seen comes to ε or less. Nothing is sure to be remembered.",
				Price:     "As many bits as one takes; at those of a Bloom filter of w keys half or more of what came w keys ago is forgotten.",
				When:      "For endless streams in which a missed repetition does no harm and memory is short. sliding forgets nothing of its window, in twice the bits.",
			},
		},
		Build: func(w int, cfg filter.Config) (filter.Window, error) {
			if err := filter.CheckWindow(w, cfg); err != nil {
				return nil, err
			}
			m, most := bloom.StandardSize(cfg.Room(w), cfg.Epsilon)
			var best *stable
			least := math.Inf(1)
			for width := uint64(1); width <= 3; width++ {
				for k := 1; k <= most; k++ {
					s := newStable(m/width, width, k, cfg)
					if s == nil {
						continue
					}
					if _, negative := s.Theory(w); negative < least {
						best, least = s, negative
					}
				}
			}
			best.cells = packed.New(best.m, best.cells.Width)
			return best, nil
		},
	}
}

type stable struct {
	cells  packed.Array
	m      uint64 // cells
	k, p   int    // cells of a key, and cells lowered
	hash   filter.Hasher
	random *rand.Rand
	at     []uint64
}

// newStable is one without its cells; nil where no number of lowered cells has the rate.
func newStable(m, width uint64, k int, cfg filter.Config) *stable {
	if m <= uint64(k) {
		if k > 1 {
			return nil
		}
		m = uint64(k) + 1
	}
	s := &stable{cells: packed.Array{Width: width}, m: m, k: k, hash: filter.NewHasher(cfg), random: rand.New(rand.NewPCG(cfg.Seed, 's'))}
	empty := 1 - math.Pow(cfg.Epsilon, 1/float64(k))
	p := 1 / ((1/math.Pow(empty, 1/s.most()) - 1) * (1/float64(k) - 1/float64(m)))
	s.p = max(1, int(math.Ceil(p)))
	if uint64(s.p) > m {
		if k > 1 {
			return nil
		}
		s.p = int(m)
	}
	return s
}

// most is the largest number of a cell.
func (s *stable) most() float64 { return float64(s.cells.Mask()) }

// Seen implements filter.Window.
func (s *stable) Seen(key string) bool {
	s.at = places(s.at[:0], s.hash.Sum64(key), s.m, s.k)
	seen := true
	for _, i := range s.at {
		seen = seen && s.cells.At(i) > 0
	}
	i := s.random.Uint64N(s.m)
	for range s.p {
		if x := s.cells.At(i); x > 0 {
			s.cells.Set(i, x-1)
		}
		if i++; i == s.m {
			i = 0
		}
	}
	for _, i := range s.at {
		s.cells.Set(i, s.cells.Mask())
	}
	return seen
}

// Empty implements filter.Emptying.
func (s *stable) Empty() float64 {
	empty := 0
	for i := range s.m {
		if s.cells.At(i) == 0 {
			empty++
		}
	}
	return float64(empty) / float64(s.m)
}

func (s *stable) Bits() uint64 { return s.m * s.cells.Width }

// Theory follows a cell through the stream: with each key it is lowered with
// probability P/m, then set with K/m.
func (s *stable) Theory(d int) (positive, negative float64) {
	lowered, set := float64(s.p)/float64(s.m), -math.Expm1(float64(s.k)*math.Log1p(-1/float64(s.m)))
	most := int(s.most())
	empty := math.Pow(1/(1+set/(lowered*(1-set))), s.most())
	positive = math.Pow(1-empty, float64(s.k))
	at := make([]float64, most+1) // the chances of a cell's numbers
	at[most] = 1
	for range d - 1 {
		for x := range most { // from below: what falls to x comes from x + 1
			at[x] += lowered * at[x+1]
			at[x+1] -= lowered * at[x+1]
		}
		for x := range at {
			at[x] *= 1 - set
		}
		at[most] += set
		if math.Abs(at[0]-empty) < 1e-9 {
			break
		}
	}
	return positive, 1 - math.Pow(1-at[0], float64(s.k))
}

func (s *stable) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(s.m)}, {Name: "K", Value: float64(s.k)}, {Name: "P", Value: float64(s.p)}, {Name: "Max", Value: s.most()}}
}
