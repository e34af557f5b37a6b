package filter

import (
	"errors"
	"fmt"
)

// ErrFull is the refusal of a key for which a structure has no place; no other
// key is lost.
var ErrFull = errors.New("filter is full")

// BuildError is the failure of a construction, with the number of attempts,
// which is a measurement too.
type BuildError struct {
	Structure string // its name
	Attempts  int
	Err       error // of the last attempt
}

func (e *BuildError) Error() string {
	return fmt.Sprintf("%s: not built in %d attempts: %v", e.Structure, e.Attempts, e.Err)
}

func (e *BuildError) Unwrap() error { return e.Err }

// Retry builds the structure of that name with cfg, then with seeds derived
// from cfg's, until an attempt succeeds. After the given number of them it
// returns a *BuildError. The attempt's number, from 0, lets a structure grow
// between attempts.
func Retry[F any](structure string, attempts int, cfg Config, try func(attempt int, cfg Config) (F, error)) (F, error) {
	var last error
	for attempt := range attempts {
		f, err := try(attempt, cfg)
		if err == nil {
			return f, nil
		}
		last = err
		cfg.Seed = Mix(cfg.Seed + spread)
	}
	var none F
	return none, &BuildError{Structure: structure, Attempts: attempts, Err: last}
}
