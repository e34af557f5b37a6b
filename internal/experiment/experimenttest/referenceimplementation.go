package experimenttest

import (
	"math"
	"math/big"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// What tests work out beside an experiment is written anew here, from the descriptions of
// words, rounds and structures. It is slow, and shares no more with them than the hash and
// the seeds of rounds.

// Words are generated ones of a round.
type Words struct {
	Keys      []string
	Further   []string // come later
	Negatives []string
}

// WordsOf are those of a round with n keys.
func WordsOf(seed uint64, round, n, further, negatives int) Words {
	of := filter.Mix(experiment.RoundSeed(seed, round) + uint64(n))
	return Words{generated(of, n), generated(of+1<<47, further), Negatives(of, negatives)}
}

// Negatives are generated ones of a seed.
func Negatives(seed uint64, n int) []string { return generated(seed+1<<48, n) }

func generated(from uint64, n int) (list []string) {
	for i := range uint64(n) {
		list = append(list, strconv.FormatUint(filter.Mix(from+i), 16))
	}
	return list
}

// Letters is a number as a word of letters, as those of running text are.
func Letters(i int) string {
	return strings.Map(func(digit rune) rune { return digit - '0' + 'a' }, strconv.Itoa(i))
}

// OwnWords are 97 keys as somebody has them, and 3,000 words of running text in which they
// and negatives are there again and again, some more often than others.
func OwnWords() (keys, text []string) {
	for i := range 97 {
		keys = append(keys, Letters(i))
	}
	for i := range 3000 {
		text = append(text, Letters(i%(17+i/3)))
	}
	return keys, text
}

// File is a file with words, one a line.
func File(t testing.TB, words []string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "words")
	OK(t, os.WriteFile(path, []byte(strings.Join(words, "\n")+"\n"), 0o600))
	return path
}

// Made is a structure of keys by its public constructor.
func Made(t testing.TB, name string, cfg filter.Config, keys ...string) filter.Filter {
	t.Helper()
	return Must(all.Build(name, wordlist.Of(keys...), cfg))(t)
}

// Bloom is a Bloom filter.
type Bloom struct {
	M, K int
	Set  []bool
	hash filter.Hasher
}

// NewBloom is an empty one for n keys: m = ⌈n·log2(1/ε)/ln 2⌉ bits and k = ⌊(m/n)·ln 2⌋
// probes.
func NewBloom(n int, epsilon float64, seed uint64) *Bloom {
	m := int(math.Ceil(float64(n) * math.Log2(1/epsilon) / math.Ln2))
	return &Bloom{m, int(float64(m) / float64(n) * math.Ln2), make([]bool, m), filter.NewHasher(filter.Config{Seed: seed})}
}

// probes calls f with the bits of a word, until it returns false.
func (b *Bloom) probes(word string, f func(bit uint64) bool) bool {
	h := b.hash.Sum64(word)
	for range b.K {
		if bit, _ := bits.Mul64(h, uint64(b.M)); !f(bit) {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

// Add sets the bits of words.
func (b *Bloom) Add(words ...string) {
	for _, w := range words {
		b.probes(w, func(bit uint64) bool { b.Set[bit] = true; return true })
	}
}

// Admits reports whether all bits of a word are set.
func (b *Bloom) Admits(word string) bool {
	return b.probes(word, func(bit uint64) bool { return b.Set[bit] })
}

// Share is how many of the bits are set.
func (b *Bloom) Share() float64 {
	ones := 0
	for _, set := range b.Set {
		if set {
			ones++
		}
	}
	return float64(ones) / float64(b.M)
}

// BloomRate is the mean of (X/m)^k over the X bits that kn throws hit. By inclusion and
// exclusion all of j bits are hit with Σ(−1)^i·C(j,i)·(1 − i/m)^kn, and of k throws j
// different ones are meant with S(k,j)·m(m − 1)…(m − j + 1)/m^k.
func BloomRate(m, k, n int) float64 {
	methods := make([]int, k+1) // S(k, j): the last of k throws joins one of j, or is of its own
	methods[0] = 1
	for range k {
		for j := k; j > 0; j-- {
			methods[j] = j*methods[j] + methods[j-1]
		}
		methods[0] = 0
	}
	rate, different := exactFloat(0), exactFloat(1)
	for j := 1; j <= k; j++ {
		different.Mul(different, exactFloat(m-j+1))
		hit := exactFloat(0)
		for i := range j + 1 {
			term := power(new(big.Float).Quo(exactFloat(m-i), exactFloat(m)), k*n)
			term.Mul(term, exactFloat(int(new(big.Int).Binomial(int64(j), int64(i)).Int64())))
			if i%2 == 1 {
				term.Neg(term)
			}
			hit.Add(hit, term)
		}
		term := new(big.Float).Mul(exactFloat(methods[j]), different)
		rate.Add(rate, term.Mul(term, hit))
	}
	v, _ := rate.Quo(rate, power(exactFloat(m), k)).Float64()
	return v
}

// exactFloat is a number with digits to spare for sums that cancel.
func exactFloat(v int) *big.Float { return new(big.Float).SetPrec(256).SetInt64(int64(v)) }

func power(x *big.Float, n int) *big.Float {
	v := exactFloat(1)
	for square := new(big.Float).Copy(x); n > 0; n /= 2 {
		if n%2 == 1 {
			v.Mul(v, square)
		}
		square.Mul(square, square)
	}
	return v
}

// CuckooShape is that of a cuckoo filter for n keys: the least power of two of buckets of
// four entries that are filled to 0.94 at most, and ⌈log2(1/ε) + 3⌉ bits an entry.
func CuckooShape(n int, epsilon float64) (buckets, f float64) {
	return max(2, math.Exp2(math.Ceil(math.Log2(float64(n)/0.94/4)))), math.Ceil(math.Log2(1/epsilon) + 3)
}

// CuckooRate is 1 − (1 − q)^n with q = 2/(buckets·(2^f − 1)).
func CuckooRate(buckets, f float64, n int) float64 {
	return -math.Expm1(float64(n) * math.Log1p(-2/(buckets*(math.Exp2(f)-1))))
}

// Held is what the heap may keep of so many bits in whole words, with what the allocator
// rounds them up by and 2 KiB of headers.
func Held(bits float64) Span { return Span{bits, 1.15*bits + 8*2048} }
