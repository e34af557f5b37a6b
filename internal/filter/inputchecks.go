package filter

import "fmt"

// MostValueBits bounds the values of a maplet.
const MostValueBits = 32

// CheckValues is the error in the values of n keys, nil for none.
func CheckValues(n int, values []uint64, v int, least uint64) error {
	if v < 1 || v > MostValueBits {
		return fmt.Errorf("values of %d bits: want 1 to %d", v, MostValueBits)
	}
	if len(values) != n {
		return fmt.Errorf("%d values for %d keys: want one for each", len(values), n)
	}
	for i, x := range values {
		if x < least || x >= 1<<v {
			return fmt.Errorf("value %d of key %d is out of range: want %d to %d", x, i, least, uint64(1)<<v-1)
		}
	}
	return nil
}

// CheckSets is the error in the number of sets or in cfg, nil for none.
func CheckSets(sets int, cfg Config) error {
	if sets < 1 || sets > MostSets {
		return fmt.Errorf("%d sets: want 1 to %d", sets, MostSets)
	}
	return cfg.Check()
}

// CheckWindow is the error in the length of a window or in cfg, nil for none.
func CheckWindow(w int, cfg Config) error {
	if w < 1 || w > MostKeys {
		return fmt.Errorf("a window of %d keys: want 1 to %d", w, MostKeys)
	}
	return cfg.Check()
}
