package library

import (
	"math"

	"github.com/FastFilter/xorfilter"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

const xor8Name = "xorfilter-xor8"

// Xor8 is the xor filter of github.com/FastFilter/xorfilter, with fingerprints of a byte.
//
// Guarantee: no false negatives; nothing can be inserted later.
// Cost: 9.84 bits per key and a rate of 1/256, whatever is asked for; three reads.
// Source: the module; Graf, Lemire 2020.
func Xor8() filter.Structure {
	return filter.Structure{
		Name:      xor8Name,
		Title:     "xor filter of FastFilter/xorfilter",
		Reference: "github.com/FastFilter/xorfilter, Xor8",
		Family:    filter.FamilyLibrary,
		Plan:      planXor8,
		Build:     buildXor8,
		Open:      filter.Open[xor8],
		Explain: filter.Explanation{
			What: "A key has one place in each third of a table of bytes, and a fingerprint of a byte: the exclusive or of the three. The caller hashes, here by xxhash.",
			Layout: `
  key ──xxhash──┬────────────┬─────────────┐    one place in each third
                ▼            ▼             ▼
  ┌───────────────────┬───────────────────┬───────────────────┐
  │         a         │         b         │         c         │
  └───────────────────┴───────────────────┴───────────────────┘
  true if a ⊕ b ⊕ c is the fingerprint`,
			Formula: `
  bytes = 1.23·n + 32, in three equal parts
  rate = 2^−8 = 0.39 %, whatever ε is asked for`,
			Guarantee: "No false negatives. Nothing can be inserted later.",
			Price:     "9.84 bits per key, for 0.39 % and no other rate; while it is built, 60 bytes per key.",
			When:      "Where a maintained library must have the filter, the set is fixed, and 0.39 % will do. xorfilter-fuse is smaller for many keys.",
			Paper:     "T. M. Graf, D. Lemire 2020, Xor filters: faster and smaller than Bloom and cuckoo filters; Go module github.com/FastFilter/xorfilter",
		},
	}
}

// xor8 is the library's filter. It refuses no keys at all; nothing is then admitted.
type xor8 struct {
	of   xorfilter.Xor8 // without fingerprints where there is no key
	hash hasher
}

// xor8Block is the library's size of a third.
func xor8Block(n int) int { return (32 + int(math.Ceil(1.23*float64(n)))) / 3 }

func planXor8(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	x := &xor8{}
	if n == 0 {
		return filter.Plan{Params: x.Params()}, nil
	}
	return filter.Plan{Params: fingerprintParams(8), Bits: 8 * 3 * uint64(xor8Block(n)), Capacity: n, Theory: math.Ldexp(1, -8)}, nil
}

func fingerprintParams(width int) []filter.Param {
	return []filter.Param{{Name: "fingerprint bits", Value: float64(width)}}
}

func buildXor8(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	x := &xor8{hash: newHasher(cfg)}
	if keys.Len() == 0 {
		return x, nil
	}
	of, err := xorfilter.Populate(x.hash.sums(keys))
	if err != nil {
		return nil, &filter.BuildError{Structure: xor8Name, Attempts: xorfilter.MaxIterations, Err: err}
	}
	x.of = *of
	return x, nil
}

func (x *xor8) Contains(key string) bool {
	return len(x.of.Fingerprints) > 0 && x.of.Contains(x.hash.sum(key))
}

func (x *xor8) Bits() uint64           { return 8 * uint64(len(x.of.Fingerprints)) }
func (x *xor8) Params() []filter.Param { return fingerprintParams(8) }

// Theory is exact.
func (x *xor8) Theory() float64 {
	if len(x.of.Fingerprints) == 0 {
		return 0
	}
	return math.Ldexp(1, -8)
}

// xor8Version is that of the file below.
const xor8Version = 1

// AppendBinary implements filter.Stored.
func (x *xor8) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, xor8Name, xor8Version)
	if err := e.HasherOf(filter.HashXX, &x.hash.Hasher); err != nil {
		return out, err
	}
	e.Uint(x.of.Seed)
	e.Bytes(x.of.Fingerprints)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (x *xor8) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, xor8Name, xor8Version)
	if err != nil {
		return err
	}
	x.hash.Hasher = d.HasherOf(filter.HashXX)
	x.of.Seed, x.of.Fingerprints = d.Uint(), d.Bytes()
	n := len(x.of.Fingerprints)
	d.Check(n%3 == 0 && n/3 <= math.MaxUint32, "%d fingerprints are not three equal parts", n)
	x.of.BlockLength = uint32(n / 3)
	return d.Close()
}
