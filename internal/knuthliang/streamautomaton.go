package knuthliang

const (
	// The levels of a position, as a thermometer, take the lower six of seven
	// bits. The seventh is a flag. The newest position is the highest of nine in
	// a uint64. Every letter shifts all down by one place; the lowest place is
	// complete and is shifted out.
	streamPlaces    = 9
	streamPlaceBits = 7
	streamFlag      = 1 << (streamPlaceBits - 1)
	// streamDelay is the distance in bytes from a letter to the levels of the
	// position before it.
	streamDelay = streamPlaces - 2

	// streamTableSize is a constant: the length of a slice would take a register
	// that the loop over the letters needs.
	streamTableSize = 1 << 17
)

// streamForm is the automaton for streams, beside lanes.
type streamForm struct {
	table   *[streamTableSize]uint32 // the automaton's
	outputs [outputMask + 1]uint64
	begin   uint32     // the entry after a boundary, without its output
	minima  [32]uint32 // by number of letters
}

// newStreamForm returns nil when a pattern reaches further back than
// streamPlaces or the table is too large. rank is that of rankLevels.
func newStreamForm(a *Automaton, rank [10]uint8, sp special) *streamForm {
	flags := len(a.spans)
	if len(a.narrow) > streamTableSize || flags+specialRows > outputMask+1 {
		return nil
	}
	s := &streamForm{begin: a.start << outputBits}
	for i, sp := range a.spans {
		for back, level := range a.levels[sp.from:sp.to] {
			if rank[level] == 0 {
				continue
			}
			if back >= streamPlaces {
				return nil
			}
			s.outputs[i] |= (1<<rank[level] - 1) << place(back)
		}
	}
	for n := range streamLetters + 1 {
		s.minima[n] = uint32(a.minima(n))
	}
	s.table = new([streamTableSize]uint32)
	a.narrow = s.table[:copy(s.table[:], a.narrow)]

	// A boundary leads out of a special row and sets its flags. No break is before
	// or after a boundary: the flags of these two positions are free. The first is
	// for a word without breaks, the second for an odd word.
	for i, row := range []struct {
		offset uint32
		flags  uint64
	}{
		{sp.hyphen, streamFlag << place(1)},
		{sp.cut, streamFlag << place(0)},
		{sp.stop, streamFlag<<place(1) | streamFlag<<place(0)},
	} {
		s.outputs[flags+i] = row.flags
		s.table[row.offset+classBoundary] = s.begin | uint32(flags+i)
	}
	return s
}

// place is the lowest bit of the position back letters before the newest.
func place(back int) int { return streamPlaceBits * (streamPlaces - 1 - back) }

// walk runs the automaton over the first n bytes of each stream and writes the
// output of each step. The steps of one stream fill the latency of the others.
// More than the entry is not kept of a stream: of eight, it all fits the registers.
func (s *streamForm) walk(b *batch, n int) {
	const w = streamStride
	table := s.table
	_, _ = table[0], b.bytes[0] // nil checks before the loop, not in it
	e0, e1, e2, e3, e4, e5, e6, e7 := s.begin, s.begin, s.begin, s.begin, s.begin, s.begin, s.begin, s.begin
	for i := range min(n, w) {
		e0 = table[e0>>outputBits+uint32(b.classes[b.bytes[i]])]
		b.outputs[i] = uint16(e0)
		e1 = table[e1>>outputBits+uint32(b.classes[b.bytes[i+w]])]
		b.outputs[i+w] = uint16(e1)
		e2 = table[e2>>outputBits+uint32(b.classes[b.bytes[i+2*w]])]
		b.outputs[i+2*w] = uint16(e2)
		e3 = table[e3>>outputBits+uint32(b.classes[b.bytes[i+3*w]])]
		b.outputs[i+3*w] = uint16(e3)
		e4 = table[e4>>outputBits+uint32(b.classes[b.bytes[i+4*w]])]
		b.outputs[i+4*w] = uint16(e4)
		e5 = table[e5>>outputBits+uint32(b.classes[b.bytes[i+5*w]])]
		b.outputs[i+5*w] = uint16(e5)
		e6 = table[e6>>outputBits+uint32(b.classes[b.bytes[i+6*w]])]
		b.outputs[i+6*w] = uint16(e6)
		e7 = table[e7>>outputBits+uint32(b.classes[b.bytes[i+7*w]])]
		b.outputs[i+7*w] = uint16(e7)
	}
}

// merge replaces the first n bytes of each stream by the levels of the position
// that is complete at that step.
func (s *streamForm) merge(b *batch, n int) {
	const w = streamStride
	outputs := &s.outputs
	_, _ = outputs[0], b.bytes[0]
	var x0, x1, x2, x3, x4, x5, x6, x7 uint64
	for i := range min(n, w) {
		x0 = x0>>streamPlaceBits | outputs[b.outputs[i]&outputMask]
		b.bytes[i] = uint8(x0)
		x1 = x1>>streamPlaceBits | outputs[b.outputs[i+w]&outputMask]
		b.bytes[i+w] = uint8(x1)
		x2 = x2>>streamPlaceBits | outputs[b.outputs[i+2*w]&outputMask]
		b.bytes[i+2*w] = uint8(x2)
		x3 = x3>>streamPlaceBits | outputs[b.outputs[i+3*w]&outputMask]
		b.bytes[i+3*w] = uint8(x3)
		x4 = x4>>streamPlaceBits | outputs[b.outputs[i+4*w]&outputMask]
		b.bytes[i+4*w] = uint8(x4)
		x5 = x5>>streamPlaceBits | outputs[b.outputs[i+5*w]&outputMask]
		b.bytes[i+5*w] = uint8(x5)
		x6 = x6>>streamPlaceBits | outputs[b.outputs[i+6*w]&outputMask]
		b.bytes[i+6*w] = uint8(x6)
		x7 = x7>>streamPlaceBits | outputs[b.outputs[i+7*w]&outputMask]
		b.bytes[i+7*w] = uint8(x7)
	}
}

// fold computes the bits of the first n levels of each stream, eight at a time:
// a level is odd when the XOR of the six bits of its thermometer is 1.
func (b *batch) fold(n int) {
	for s := range streams {
		levels := (*[streamStride]uint8)(b.bytes[s*streamStride:])
		bits := (*[streamStride / 8]uint8)(b.bits[s*streamStride/8:])
		_, _ = levels[0], bits[0]
		for i := 0; i < min(n, streamStride-7); i += 8 {
			x := uint64(levels[i]) | uint64(levels[i+1])<<8 | uint64(levels[i+2])<<16 | uint64(levels[i+3])<<24 |
				uint64(levels[i+4])<<32 | uint64(levels[i+5])<<40 | uint64(levels[i+6])<<48 | uint64(levels[i+7])<<56
			x ^= x >> 3
			x ^= x>>1 ^ x>>2
			bits[i/8] = uint8((x & lowBits) * gatherLow >> 56)
		}
	}
}

// gatherLow as a factor moves the lowest bit of byte i to bit 56+i.
const gatherLow = 0x0102040810204080

// extract sets dst to the masks of the words and returns the numbers of the odd
// ones; see lanes.masks.
func (s *streamForm) extract(dst []uint64, b *batch) (odd []uint32) {
	n := uint32(0)
	minima := &s.minima
	for i, p := range b.places[:len(dst)] {
		at, letters := p&placeOffset, p/placeLetter%32
		mask := load32(b.bits[at/8:]) >> (at % 8) & minima[letters]
		flags := b.bytes[at+letters:] // of the positions before and after the final boundary
		dst[i] = uint64(mask & (uint32(flags[0])/streamFlag%2 - 1))
		// Without branches: in a text they would often be mispredicted.
		b.odd[n%batchWords] = uint32(i)
		n += (uint32(flags[1])/streamFlag | p/placeMaybe) % 2
	}
	odd = b.odd[:n]
	for _, i := range odd {
		p := b.places[i]
		if flags := b.bytes[p&placeOffset+p/placeLetter%32:]; flags[0]&flags[1]&streamFlag != 0 {
			dst[i] = unanswered
		}
	}
	return odd
}
