package filter

import (
	"errors"
	"fmt"

	"hyphbench/internal/wordlist"
)

// MinEpsilon is the smallest rate that a structure can be asked for. Below it
// the chance that two keys share all 64 bits of their hash is no longer
// negligible beside ε.
const MinEpsilon = 1e-12

// Config is what a structure is built for.
type Config struct {
	Epsilon  float64 // asked false-positive rate, MinEpsilon ≤ Epsilon < 1; exact structures ignore it
	Seed     uint64  // mixed into the 64-bit hash; decides every random choice
	Hash     Hash    // nil: go-farm's Fingerprint64
	Capacity int     // number of keys to make room for when insertions will exceed those built in

	// Universe lists what a structure for a closed universe (Structure.Closed)
	// may be asked beside the keys, which may be in it too. Others ignore it.
	Universe *wordlist.List

	// Negatives lists words that are not keys and will be asked often, for
	// structures that then admit few of them. Others ignore it; nil: none are
	// known. A key among them stays a key.
	Negatives *wordlist.List
}

// ErrNoUniverse is the refusal of a structure for a closed universe to be built
// without one.
var ErrNoUniverse = errors.New("no universe (Config.Universe): want the list of all words that will be asked")

// Check is the error in cfg for an approximate structure, nil for none. Plan
// and Build call it first.
func (cfg Config) Check() error {
	if !(cfg.Epsilon >= MinEpsilon && cfg.Epsilon < 1) {
		return fmt.Errorf("ε = %v is out of range: want %v ≤ ε < 1", cfg.Epsilon, MinEpsilon)
	}
	return cfg.CheckExact()
}

// CheckExact is Check for an exact structure, which may be built without an ε.
func (cfg Config) CheckExact() error {
	if cfg.Capacity < 0 {
		return fmt.Errorf("capacity %d is out of range: want 0 keys or more", cfg.Capacity)
	}
	return nil
}

// CheckClosed is CheckExact for a structure that needs a universe.
func (cfg Config) CheckClosed() error {
	if cfg.Universe == nil {
		return ErrNoUniverse
	}
	return cfg.CheckExact()
}

// Room is the number of keys that a structure built of n keys is sized for.
func (cfg Config) Room(n int) int { return max(n, cfg.Capacity) }
