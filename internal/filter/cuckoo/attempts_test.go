package cuckoo

import (
	"errors"
	"fmt"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// hostile is a hash that knows the seeds of all attempts: in each it gives
// different hashes to all keys, but the same fingerprint and the same buckets.
type hostile struct {
	keys    int
	seeds   []uint64
	epsilon float64
	asked   int
	values  []uint64 // of the attempt under way
}

// Sum64 counts on being asked for every key once an attempt.
func (h *hostile) Sum64(string) uint64 {
	attempt, key := h.asked/h.keys, h.asked%h.keys
	if key == 0 {
		h.values = h.collide(attempt)
	}
	h.asked++
	return h.values[key]
}

// collide finds hashes that the seed of an attempt turns into the same place.
func (h *hostile) collide(attempt int) (values []uint64) {
	hash := filter.NewHasher(filter.Config{Seed: h.seeds[attempt]})
	c := newStandard(bucketsFor(h.keys)<<(attempt/seeds), fingerprintBits(h.epsilon), filter.Config{})
	for x := uint64(0); len(values) < h.keys; x++ {
		if fp, bucket := c.locate(hash.Seeded(x)); fp == 1 && bucket == 0 {
			values = append(values, x)
		}
	}
	return values
}

// TestStandardNotBuilt: where no attempt serves, the error says how many there
// were, and the last of them why.
func TestStandardNotBuilt(t *testing.T) {
	h := &hostile{epsilon: 0.5}
	keys := make([]string, 2*entries+2)
	for i := range keys {
		keys[i] = fmt.Sprint(i)
	}
	h.keys = len(keys)
	_, err := filter.Retry("seeds", attempts, filter.Config{}, func(_ int, cfg filter.Config) (filter.Filter, error) {
		h.seeds = append(h.seeds, cfg.Seed)
		return nil, filter.ErrFull
	})
	if err == nil {
		t.Fatal("no error")
	}
	f, err := buildStandard(wordlist.Of(keys...), filter.Config{Epsilon: h.epsilon, Hash: h})
	var failed *filter.BuildError
	if f != nil || !errors.As(err, &failed) || !errors.Is(err, filter.ErrFull) {
		t.Fatalf("built is %v, the error %v", f, err)
	}
	if failed.Structure != "cuckoo" || failed.Attempts != attempts || h.asked != attempts*len(keys) {
		t.Errorf("%v after %d questions for a hash, want %d attempts", failed, h.asked, attempts)
	}
}
