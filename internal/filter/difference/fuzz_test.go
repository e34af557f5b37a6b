package difference

import (
	"bytes"
	"testing"
)

// What a peer sent is read or refused; what is read is written as it came, and is worked
// with to an end.
func FuzzTable(f *testing.F) {
	a, _ := sets(1, 0, 20, 0)
	table, _ := NewTable(24, 4, 1)
	for _, k := range a {
		table.Insert(k)
	}
	f.Add(table.AppendBinary(nil))
	f.Add([]byte{4, 255, 255, 255, 255, 255, 255, 1, 255, 255, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := ParseTable(data, 1)
		if err != nil {
			return
		}
		if again, err := ParseTable(table.AppendBinary(nil), 1); err != nil || again.Cells() != table.Cells() {
			t.Fatal(err)
		}
		_, _, _ = table.Peel()
	})
}

func FuzzStrata(f *testing.F) {
	s := NewStrata(1)
	for i := range uint64(30) {
		s.Insert(i)
	}
	f.Add(s.AppendBinary(nil))
	f.Add([]byte{255, 255, 255, 255, 15})
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseStrata(data, 1)
		if err != nil {
			return
		}
		if _, err := NewStrata(1).Estimate(s); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzSymbols(f *testing.F) {
	a, b := sets(1, 20, 5, 5)
	f.Add(NewEncoder(a, 1).AppendNext(nil, 30))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 1, 255, 255, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		d := NewDecoder(b, 1)
		for range 3 {
			if _, err := d.Take(data); err != nil {
				return
			}
		}
	})
}

func FuzzCounters(f *testing.F) {
	c := NewCounters(31, 1)
	for i := range uint64(40) {
		c.Insert(i)
	}
	f.Add(c.AppendBinary(nil))
	f.Add([]byte{1, 255, 255, 255, 15, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseCounters(data, 1)
		if err != nil {
			return
		}
		if again, err := ParseCounters(c.AppendBinary(nil), 1); err != nil || !bytes.Equal(again.cells, c.cells) {
			t.Fatal(err)
		}
		c.Estimate(NewCounters(c.Cells(), 1))
	})
}

func FuzzSummary(f *testing.F) {
	a, b := sets(1, 20, 5, 5)
	f.Add(NewTree(a, 1).Summary(8, 0.5).AppendBinary(nil))
	f.Add([]byte{7, 255, 255, 255, 255, 15, 1, 1})
	tree := NewTree(b, 1)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseSummary(data)
		if err != nil {
			return
		}
		if _, err := ParseSummary(s.AppendBinary(nil)); err != nil {
			t.Fatal(err)
		}
		tree.Missing(s, 2)
	})
}

// Cut messages are refused by every reader, whole ones are read.
func TestCutMessages(t *testing.T) {
	a, _ := sets(1, 0, 40, 0)
	strata, counters := NewStrata(1), NewCounters(40, 1)
	for _, k := range a {
		strata.Insert(k)
		counters.Insert(k)
	}
	for name, c := range map[string]struct {
		message []byte
		read    func([]byte) error
	}{
		"table":    {tableOf(t, a, 60, 4, 1).AppendBinary(nil), func(b []byte) error { _, err := ParseTable(b, 1); return err }},
		"strata":   {strata.AppendBinary(nil), func(b []byte) error { _, err := ParseStrata(b, 1); return err }},
		"symbols":  {NewEncoder(a, 1).AppendNext(nil, 9), func(b []byte) error { _, err := NewDecoder(a, 1).Take(b); return err }},
		"counters": {counters.AppendBinary(nil), func(b []byte) error { _, err := ParseCounters(b, 1); return err }},
		"summary":  {NewTree(a, 1).Summary(8, 0.5).AppendBinary(nil), func(b []byte) error { _, err := ParseSummary(b); return err }},
	} {
		for n := range c.message {
			if err := c.read(c.message[:n]); err == nil {
				t.Errorf("%s: %d of %d bytes are read", name, n, len(c.message))
			}
		}
		if err := c.read(c.message); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := c.read(append(c.message, 0)); err == nil {
			t.Errorf("%s: a byte too many is read", name)
		}
	}
}
