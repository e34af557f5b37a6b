package filter

// Window remembers what came lately in an endless stream. It is no Filter: what is old
// is forgotten.
type Window interface {
	// Seen reports whether key may have come lately, and takes it in.
	Seen(key string) bool
	// Bits is the nominal size of the structure.
	Bits() uint64
	// Theory is the probability, in a stream that has gone on for long, that a key that
	// never came before is called seen, and that one which came d keys ago, all of them
	// different, is called new.
	Theory(d int) (positive, negative float64)
	Params() []Param
}

// Windows describes one kind of window and builds it.
type Windows struct {
	About

	// Certain says that a key of the last w is always called seen. Otherwise some are
	// forgotten by chance.
	Certain bool

	// Build makes an empty window for the last w ≥ 1 keys. One that is not Certain has
	// the bits of a Bloom filter of w keys at that rate, or as few as it can. With a
	// Capacity above w it has those of so many keys, and forgets less of the last w.
	Build func(w int, cfg Config) (Window, error)
}

// Emptying is a Window of cells that become empty again. In an endless stream their share
// comes to a limit.
type Emptying interface {
	// Empty is the share of the cells that hold nothing, from 0 to 1. It looks at all.
	Empty() float64
}
