package difference

import (
	"encoding/binary"
	"math"

	"hyphbench/internal/filter"
)

// Symbols of a rateless table are cells without end: a key is in symbol 0, and in symbol
// i with probability 1/(1 + i/2). The difference of two peers' symbols is peeled as soon
// as there are enough of them, whatever the size of the difference; the sender knows
// nothing of it.
//
// Guarantee: Decoder gives all keys of the difference, or asks for more symbols.
// Cost: 13 bytes a symbol and the deviation of its count; coding takes some
// 2·ln(symbols) operations for each key of the set.
// Source: Yang, Gilad, Alizadeh 2024.

// symbolsLimit bounds the index of a symbol: no run comes near it.
const symbolsLimit = 1 << 40

// walk goes through the symbols that a key is in.
type walk struct {
	entry
	at    uint64 // symbol
	state uint64
}

func walkOf(e entry) walk { return walk{entry: e, state: e.hash} }

// next goes on to the next symbol. That none of the symbols i + 1 … t is one has the
// probability (i + 1)(i + 2)/((t + 1)(t + 2)), since the factors 1 − 1/(1 + j/2) =
// j/(j + 2) cancel: the next is the least t at which it is no more than a number u drawn
// from (0, 1].
func (w *walk) next() {
	w.state += 0x9e3779b97f4a7c15
	u := float64(filter.Mix(w.state)>>11+1) / (1 << 53)
	i := float64(w.at)
	bound := float64((i+1)*(i+2)) / u // (t + 1)(t + 2) must reach it
	t := math.Ceil((math.Sqrt(float64(4*bound)+1) - 3) / 2)
	w.at = max(w.at+1, uint64(min(t, symbolsLimit)))
}

// Encoder makes the symbols of a set, as many as are asked for.
type Encoder struct {
	walks []walk
	seed  uint64
	made  uint64
}

// NewEncoder returns the encoder of a set of distinct keys.
func NewEncoder(keys []uint64, seed uint64) *Encoder {
	e := &Encoder{walks: make([]walk, len(keys)), seed: seed}
	for i, k := range keys {
		e.walks[i] = walkOf(entryOf(k, seed))
	}
	return e
}

// next makes the next n symbols.
func (e *Encoder) next(n int) []cell {
	cells := make([]cell, n)
	end := e.made + uint64(n)
	for i := range e.walks {
		for w := &e.walks[i]; w.at < end; w.next() {
			cells[w.at-e.made].add(w.entry, 1)
		}
	}
	e.made = end
	return cells
}

// expected is the mean count of a symbol of a set of so many keys.
func expected(keys, symbol uint64) int64 { return int64(2 * keys / (symbol + 2)) }

// AppendNext writes the next n symbols.
func (e *Encoder) AppendNext(b []byte, n int) []byte {
	first, keys := e.made, uint64(len(e.walks))
	b = binary.AppendUvarint(b, keys)
	b = binary.AppendUvarint(b, uint64(n))
	for i, c := range e.next(n) {
		b = appendCell(b, c, expected(keys, first+uint64(i)))
	}
	return b
}

// Decoder takes the symbols of a peer and finds the difference from its own set.
type Decoder struct {
	own    *Encoder
	seed   uint64
	cells  []cell // symbols received, without what was found
	looked int    // of them those that were looked at
	found  []walk // with the first symbol that is not received yet
	sides  []int64
	queue  []int
	done   bool
}

// NewDecoder returns the decoder of a peer with a set of distinct keys.
func NewDecoder(keys []uint64, seed uint64) *Decoder {
	return &Decoder{own: NewEncoder(keys, seed), seed: seed}
}

// Take takes a message of AppendNext, in order, and reports whether the difference is
// found. Symbols behind the last that was needed are left out.
func (d *Decoder) Take(data []byte) (bool, error) {
	r := &reader{what: "symbols", left: data}
	keys := r.uint("the keys", 0, mostKeys)
	n := r.count("the symbols", cellLeast)
	first := len(d.cells)
	received := make([]cell, n)
	for i := range received {
		received[i] = r.cell(expected(keys, uint64(first+i)))
	}
	if err := r.close(); err != nil || d.done {
		return d.done, err
	}
	for i, c := range d.own.next(n) {
		received[i].less(c)
	}
	d.cells = append(d.cells, received...)
	for i := range d.found {
		d.remove(&d.found[i], d.sides[i])
	}
	for d.looked < len(d.cells) && !d.done {
		d.queue = append(d.queue, d.looked)
		d.looked++
		if err := d.peel(); err != nil {
			return false, err
		}
		// Every key is in symbol 0: it is empty when all are found.
		d.done = d.cells[0] == cell{}
	}
	return d.done, nil
}

// remove takes a key that was found out of the symbols from where it is on.
func (d *Decoder) remove(w *walk, side int64) {
	for ; w.at < uint64(len(d.cells)); w.next() {
		d.cells[w.at].add(w.entry, -side)
		if w.at < uint64(d.looked) {
			d.queue = append(d.queue, int(w.at))
		}
	}
}

// peel finds the keys that stand alone in a symbol of the queue, and what that frees.
func (d *Decoder) peel() error {
	for len(d.queue) > 0 {
		i := d.queue[len(d.queue)-1]
		d.queue = d.queue[:len(d.queue)-1]
		e, ok := d.cells[i].single(d.seed)
		if !ok || !isIn(e, uint64(i)) {
			continue
		}
		if len(d.found) >= len(d.cells) { // each key empties a symbol, unless somebody lies
			return ErrStuck
		}
		side := d.cells[i].count
		w := walkOf(e)
		d.remove(&w, side)
		d.found, d.sides = append(d.found, w), append(d.sides, side)
	}
	return nil
}

// isIn reports whether a key is in a symbol.
func isIn(e entry, symbol uint64) bool {
	w := walkOf(e)
	for w.at < symbol {
		w.next()
	}
	return w.at == symbol
}

// Symbols is how many were needed so far.
func (d *Decoder) Symbols() int { return d.looked }

// Difference are the keys that only the peer has, and those that it lacks, once the
// difference is found.
func (d *Decoder) Difference() (theirs, mine []uint64) {
	for i, w := range d.found {
		if d.sides[i] > 0 {
			theirs = append(theirs, w.key)
		} else {
			mine = append(mine, w.key)
		}
	}
	return theirs, mine
}
