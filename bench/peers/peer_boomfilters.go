package main

import (
	boom "github.com/tylertreat/BoomFilters"

	"hyphbench/internal/wordlist"
)

// Filters of the library. Each type has a loop of its own.
type (
	boomClassic  struct{ *boom.BloomFilter }
	boomCounting struct{ *boom.CountingBloomFilter }
	boomScalable struct{ *boom.ScalableBloomFilter }
)

func openBoomFilters(in *Input) ([]*Participant, error) {
	var all []*Participant
	for _, f := range []filterPeer{
		{name: "BoomFilters classic", kind: KindBloom, setting: askedEpsilon,
			build: func(keys []string) (Membership, error) {
				f := boom.NewBloomFilter(uint(len(keys)), epsilon)
				for _, key := range keys {
					f.Add(bytesOf(key))
				}
				return boomClassic{f}, nil
			}},
		{name: "BoomFilters counting", kind: KindCounting, setting: askedEpsilon + ", 4-bit counters",
			build: func(keys []string) (Membership, error) {
				f := boom.NewDefaultCountingBloomFilter(uint(len(keys)), epsilon)
				for _, key := range keys {
					f.Add(bytesOf(key))
				}
				return boomCounting{f}, nil
			}},
		{name: "BoomFilters scalable", kind: KindScalable, setting: askedEpsilon, note: "begins with room for 10,000 keys, its default, and adds filters of that size",
			build: func(keys []string) (Membership, error) {
				return scalableOf(boom.NewDefaultScalableBloomFilter(epsilon), keys), nil
			}},
		{name: "BoomFilters scalable, hint", kind: KindScalable, setting: askedEpsilon, note: "told the number of keys, as hyphbench's are by their list",
			build: func(keys []string) (Membership, error) {
				const tightening = 0.8 // its default
				return scalableOf(boom.NewScalableBloomFilter(uint(len(keys)), epsilon, tightening), keys), nil
			}},
	} {
		f.version = moduleVersion("github.com/tylertreat/BoomFilters")
		rows, err := f.participants(in)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

func scalableOf(f *boom.ScalableBloomFilter, keys []string) boomScalable {
	for _, key := range keys {
		f.Add(bytesOf(key))
	}
	return boomScalable{f}
}

func (f boomClassic) Contains(key string) bool  { return f.Test(bytesOf(key)) }
func (f boomCounting) Contains(key string) bool { return f.Test(bytesOf(key)) }
func (f boomScalable) Contains(key string) bool { return f.Test(bytesOf(key)) }

func (f boomClassic) Bits() float64  { return float64(f.Capacity()) }
func (f boomCounting) Bits() float64 { return 4 * float64(f.Capacity()) }
func (f boomScalable) Bits() float64 { return float64(f.Capacity()) }

func (f boomClassic) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Test(bytesOf(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}

func (f boomCounting) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Test(bytesOf(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}

func (f boomScalable) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Test(bytesOf(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}
