package filter

import (
	"errors"
	"testing"
)

// TestRetry: attempts have different seeds, the first that of the Config, and
// are counted when all fail.
func TestRetry(t *testing.T) {
	attempts := 0
	seen := make(map[uint64]bool)
	try := func(succeed int) func(int, Config) (Filter, error) {
		attempts = 0
		clear(seen)
		return func(attempt int, cfg Config) (Filter, error) {
			if attempt != attempts || attempt == 0 && cfg.Seed != 7 || seen[cfg.Seed] {
				t.Errorf("attempt %d is numbered %d and has the seed %#x, known %v", attempts, attempt, cfg.Seed, seen[cfg.Seed])
			}
			seen[cfg.Seed] = true
			if attempts++; attempt == succeed {
				return nothing{}, nil
			}
			return nil, ErrFull
		}
	}
	if f, err := Retry("s", 5, Config{Seed: 7}, try(3)); f == nil || err != nil || attempts != 4 {
		t.Errorf("after %d attempts: %v, %v", attempts, f, err)
	}
	f, err := Retry("s", 5, Config{Seed: 7}, try(-1))
	var failed *BuildError
	if f != nil || !errors.As(err, &failed) || failed.Structure != "s" || failed.Attempts != 5 || !errors.Is(err, ErrFull) || attempts != 5 {
		t.Errorf("after %d attempts: %v, %v", attempts, f, err)
	}
	if want := "s: not built in 5 attempts: filter is full"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}
