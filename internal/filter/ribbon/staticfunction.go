package ribbon

import (
	"fmt"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Function is a Bloomier filter in the form of a ribbon filter, whose equations have a
// value beside the fingerprint.
//
// Guarantee: the value of a key is the true one. A negative is known at a rate of 2^−f,
// and has any value then. Nothing can be inserted or changed later.
// Cost: f + v bits per key and 2 % more at a thousand keys, 9 % at a million. A query
// reads two words a bit. Building takes 43 bytes per key.
// Source: Dillinger, Walzer 2021, section 2, as a static function; Chazelle, Kilian,
// Rubinfeld, Tal 2004 for the fingerprint beside the value.
func Function() filter.Maplets {
	return filter.Maplets{
		About: filter.About{
			Name:      "bloomier-ribbon",
			Title:     "ribbon-based Bloomier filter",
			Reference: "Dillinger, Walzer 2021, Ribbon filter: practically smaller than Bloom and Xor, section 2; Chazelle, Kilian, Rubinfeld, Tal 2004",
			Explain: filter.Explanation{
				What: "A ribbon filter that answers with a value: the exclusive or of the slots that a key chooses is its fingerprint and, in further bits, its value.",
				Layout: `
                start      window of 64 slots
  key ──hash──►   ▼◄──────────────────────►
  ┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┐
  │   │   │   │ + │   │   │ + │ + │   │   │ + │   │   m slots of f + v bits
  └───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘
  the exclusive or of the + has the key's fingerprint? its value is beside`,
				Formula: `
  f = ⌈log2(1/ε)⌉ bits of fingerprint, v of value
  m ≈ n·(1.036 + 0.029·log10(n/10^4)) + 32, in blocks of 64
  bits = m·(f + v)
  rate of negatives that are known = 2^−f`,
				Guarantee: "Every key has its true value. A negative is known at the rate of the fingerprint, with a value of no meaning: mostly 0 in bits that are 0 for most keys, unless values are mixed with a hash of the key.",
				Price:     "1.04·(f + v) bits per key for some thousand keys: a sixth less than bloomier, and slower. The set and the values are fixed.",
				When:      "Where bloomier is too large.",
			},
		},
		Plan: func(n, v int, cfg filter.Config) (filter.Plan, error) {
			f, err := newFunction(n, v, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: f.Params(), Bits: f.Bits(), Capacity: n, Theory: f.Theory()}, nil
		},
		Build: buildFunction,
	}
}

// function is a table whose windows make a value, in the low bits, and a fingerprint.
type function struct {
	t    table
	hash filter.Hasher
	v    uint64 // bits of a value
}

func newFunction(n, v int, cfg filter.Config) (*function, error) {
	if err := filter.CheckValues(0, nil, v, 0); err != nil {
		return nil, err
	}
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	columns := uint64(max(1, math.Ceil(-math.Log2(cfg.Epsilon)))) + uint64(v)
	if columns > mostColumns {
		return nil, fmt.Errorf("ε = %v with values of %d bits: slots of %d bits, want %d at most", cfg.Epsilon, v, columns, mostColumns)
	}
	return &function{table{blocks: StandardBlocks(n), further: 1, columns: columns}, filter.NewHasher(cfg), uint64(v)}, nil
}

func buildFunction(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
	if err := filter.CheckValues(keys.Len(), values, v, 0); err != nil {
		return nil, err
	}
	f, err := newFunction(keys.Len(), v, cfg)
	if err != nil {
		return nil, err
	}
	rows := make(band, f.t.slots())
	var last error
	for attempt := range attempts {
		f.hash = filter.NewHasher(cfg)
		if last = f.equations(rows, keys, values); last == nil {
			f.t.words = make([]uint64, f.t.length())
			rows.solve(&f.t)
			return f, nil
		}
		cfg.Seed = filter.Mix(cfg.Seed + uint64(attempt) + 1)
	}
	return nil, &filter.BuildError{Structure: "bloomier-ribbon", Attempts: attempts, Err: last}
}

// equations puts those of all keys into the rows, in the order of their starts.
func (f *function) equations(rows band, keys *wordlist.List, values []uint64) error {
	clear(rows)
	list, err := f.hash.Valued(keys, values)
	if err != nil {
		return err
	}
	starts, mask := f.t.starts(), f.t.mask()
	for _, x := range list {
		start, coefficients, result := equation(x.Hash, starts)
		if !rows.add(start, coefficients, result<<f.v|x.Value, mask) {
			return errDependent
		}
	}
	return nil
}

// Value implements filter.Maplet.
func (f *function) Value(key string) (value uint64, known bool) {
	if f.t.blocks == 0 {
		return 0, false
	}
	start, coefficients, result := equation(f.hash.Sum64(key), f.t.starts())
	if x := f.t.window(start, coefficients); (x>>f.v^result)&(f.t.mask()>>f.v) == 0 {
		return x & (1<<f.v - 1), true
	}
	return 0, false
}

// window is the exclusive or of the slots that the coefficients choose, of a table
// whose blocks have as many columns each.
func (t *table) window(start, coefficients uint64) (x uint64) {
	block, shift := start/blockSlots, start%blockSlots
	a, z := coefficients<<shift, coefficients>>1>>(63-shift)
	here, there := t.block(block), t.block(block+1)
	for j, word := range here {
		x |= uint64(bits.OnesCount64(word&a^there[j]&z)) & 1 << j
	}
	return x
}

func (f *function) Bits() uint64 { return f.t.length() * 64 }

// Theory is that of the fingerprint alone.
func (f *function) Theory() float64 {
	if f.t.blocks == 0 {
		return 0
	}
	return math.Ldexp(1, -int(f.t.columns-f.v))
}

func (f *function) Params() []filter.Param {
	return []filter.Param{{Name: "f", Value: float64(f.t.columns - f.v)}, {Name: "v", Value: float64(f.v)}, {Name: "slots", Value: float64(f.t.slots())}}
}
