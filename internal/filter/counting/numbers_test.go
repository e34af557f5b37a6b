package counting

import (
	"testing"

	"hyphbench/internal/filter"
)

// What is removed leaves the others, a number that was added twice is there after one removal,
// and a counter at its largest stays.
func TestNumbers(t *testing.T) {
	s, err := NewNumbers(100, filter.Config{Epsilon: 0.01, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	s.Add(59)
	for x := range uint64(60) {
		s.Add(x)
	}
	for x := range uint64(30) {
		s.Remove(x)
	}
	s.Remove(59)
	there := 0
	for x := range uint64(60) {
		switch has := s.Has(x); {
		case x >= 30 && !has:
			t.Errorf("%d is lost", x)
		case x < 30 && has:
			there++
		}
	}
	if there > 3 {
		t.Errorf("%d of 30 that were removed are there", there)
	}
	for range 20 {
		s.Add(1000)
	}
	for range 20 {
		s.Remove(1000)
	}
	if !s.Has(1000) {
		t.Error("counters that overflowed do not stick")
	}
	if _, err := NewNumbers(100, filter.Config{}); err == nil {
		t.Error("no ε is taken")
	}
}
