package knuthliang

import (
	"encoding/binary"
	"strings"
)

// A batch of words is copied into four streams, each word followed by a
// separator, which is the final boundary of one word and the initial boundary of
// the next. The automaton runs over the four streams side by side, byte by byte:
// the steps of one fill the latency of the others. No step depends on the length
// of a word.
//
// The steps replace the text by levels, one byte per position. These are folded
// to one bit per position, from which the mask of each word is extracted.
const (
	batchWords = 1024

	streams       = 4
	streamLetters = 24                                         // of the longest word
	streamStride  = batchWords/streams*(streamLetters+1) + 128 // bytes from one stream to the next

	// separator follows a word in a stream. It occurs in no UTF-8 text.
	separator = 0xff
	// tooLong replaces a word that exceeds streamLetters. Its class stops.
	tooLong = 0x80

	// The levels of a position, as a thermometer, take the lower six of seven
	// bits. The seventh is set at the boundary after a word with a byte whose
	// class stops. The newest position is the highest of nine in a uint64. Every
	// letter shifts all down by one place; the lowest place is complete and is
	// shifted out.
	streamPlaces    = 9
	streamPlaceBits = 7
	streamFlag      = 1 << (streamPlaceBits - 1)
	// streamDelay is the distance in bytes from a letter to the levels of the
	// position before it.
	streamDelay = streamPlaces - 2

	// streamTableSize is a constant: the length of a slice would take a register
	// that the loop over the letters needs.
	streamTableSize = 1 << 17

	// unanswered in the place of a mask: the word needs the general path. No
	// mask has bit 0 set.
	unanswered = ^uint64(0)
)

// streamForm is the automaton for streams, beside lanes.
type streamForm struct {
	table   *[streamTableSize]uint32 // the automaton's
	outputs [outputMask + 1]uint64
	begin   uint32     // the entry after a boundary, without its output
	minima  [32]uint64 // by number of letters
}

// newStreamForm returns nil when a pattern reaches further back than
// streamPlaces or the table is too large. rank is that of rankLevels.
func newStreamForm(a *Automaton, rank [10]uint8, stop uint32) *streamForm {
	flag := len(a.spans)
	if len(a.narrow) > streamTableSize || flag > outputMask {
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
			s.outputs[i] |= (1<<rank[level] - 1) << (streamPlaceBits * (streamPlaces - 1 - back))
		}
	}
	s.outputs[flag] = streamFlag << (streamPlaceBits * (streamPlaces - 1))
	for n := range streamLetters + 1 {
		s.minima[n] = a.minima(n)
	}
	s.table = new([streamTableSize]uint32)
	a.narrow = s.table[:copy(s.table[:], a.narrow)]
	// A boundary leads out of the stop row and sets the flag.
	s.table[stop+classBoundary] = s.begin | uint32(flag)
	return s
}

// batch is the working memory of a batch.
type batch struct {
	starts  [batchWords]uint32
	rest    [batchWords]uint32 // numbers of the words without a mask
	maybe   [batchWords]uint32 // numbers of the words that may be exceptions
	places  [batchWords]uint32 // offset of a word in bytes | its length << 24
	classes [256]uint8
	bytes   [streams * streamStride]uint8     // letters, then the levels of positions
	bits    [streams*streamStride/8 + 8]uint8 // one per position
}

// adjacent returns the starts of adjacent words, of which the first begins at
// start.
func (b *batch) adjacent(start uint32, ends []uint32) (starts []uint32) {
	b.starts[0] = start
	return b.starts[:1+copy(b.starts[1:], ends[:len(ends)-1])]
}

// refuse sets all of dst to unanswered and returns their numbers.
func (b *batch) refuse(dst []uint64) (rest []uint32) {
	for i := range dst {
		dst[i] = unanswered
		b.rest[i] = uint32(i)
	}
	return b.rest[:len(dst)]
}

// wholeMasks sets dst[i] to the mask of the i-th word, taken whole, or to
// unanswered; see lanes.masks.
func (a *Automaton) wholeMasks(b *batch, dst []uint64, text string, starts, ends []uint32) (rest []uint32) {
	if a.lanes == nil {
		return b.refuse(dst)
	}
	return a.lanes.masks(b, dst, &a.lanes.whole, text, starts, ends)
}

// masks sets dst[i] to the mask of the word text[starts[i]:ends[i]] or to
// unanswered, and returns the numbers of the unanswered words, in b. The three
// slices have the same length, from 1 to batchWords.
func (l *lanes) masks(b *batch, dst []uint64, classes *[256]uint8, text string, starts, ends []uint32) (rest []uint32) {
	if l.stream == nil || strings.IndexByte(text[starts[0]:ends[len(ends)-1]], separator) >= 0 {
		n := 0
		for i, end := range ends {
			mask, ok := l.mask(classes, text[starts[i]:end])
			if !ok {
				mask = unanswered
				b.rest[n] = uint32(i)
				n++
			}
			dst[i] = mask
		}
		return b.rest[:n]
	}
	b.classes = *classes
	b.classes[separator] = classBoundary
	n := b.fill(text, starts, ends)
	l.stream.run(b, n)
	b.fold(n)
	return l.stream.extract(dst, b)
}

// fill copies the words into the streams and returns the number of bytes after
// which the last position of each stream is complete. Bytes after the last word
// of a stream are processed and ignored.
func (b *batch) fill(text string, starts, ends []uint32) int {
	longest := 0
	for s := range streams {
		first := s * streamStride
		at := first
		for i := s * len(ends) / streams; i < (s+1)*len(ends)/streams; i++ {
			start, end := starts[i], ends[i]
			n := end - start
			to := b.bytes[at:][:streamLetters+1]
			switch {
			case n > streamLetters:
				to[0], n = tooLong, 1
			case int(start) <= len(text)-streamLetters:
				// Always the length of the longest word: the next word or its
				// separator overwrites the excess.
				from := text[start:][:streamLetters]
				binary.LittleEndian.PutUint64(to, load64(from))
				binary.LittleEndian.PutUint64(to[8:], load64(from[8:]))
				binary.LittleEndian.PutUint64(to[16:], load64(from[16:]))
			default:
				copy(to, text[start:end])
			}
			to[n] = separator
			b.places[i%batchWords] = uint32(at) | n<<24
			at += int(n) + 1
		}
		longest = max(longest, at-first)
	}
	return (longest + streamPlaces + 7) &^ 7
}

// run replaces the first n bytes of each stream by levels.
func (s *streamForm) run(b *batch, n int) {
	table, outputs := s.table, &s.outputs
	_, _, _ = table[0], outputs[0], b.bytes[0] // nil checks before the loop, not in it
	e0, e1, e2, e3 := s.begin, s.begin, s.begin, s.begin
	var x0, x1, x2, x3 uint64
	for i := range min(n, streamStride) {
		e0 = table[e0>>outputBits+uint32(b.classes[b.bytes[i]])]
		x0 = x0>>streamPlaceBits | outputs[e0&outputMask]
		b.bytes[i] = uint8(x0)
		e1 = table[e1>>outputBits+uint32(b.classes[b.bytes[i+streamStride]])]
		x1 = x1>>streamPlaceBits | outputs[e1&outputMask]
		b.bytes[i+streamStride] = uint8(x1)
		e2 = table[e2>>outputBits+uint32(b.classes[b.bytes[i+2*streamStride]])]
		x2 = x2>>streamPlaceBits | outputs[e2&outputMask]
		b.bytes[i+2*streamStride] = uint8(x2)
		e3 = table[e3>>outputBits+uint32(b.classes[b.bytes[i+3*streamStride]])]
		x3 = x3>>streamPlaceBits | outputs[e3&outputMask]
		b.bytes[i+3*streamStride] = uint8(x3)
	}
}

// fold computes the bits of the first n levels of each stream, eight at a time:
// a level is odd when the XOR of the six bits of its thermometer is 1.
func (b *batch) fold(n int) {
	for s := range streams {
		levels := b.bytes[s*streamStride:][:n+8]
		bits := b.bits[s*streamStride/8:]
		for i := range bits[:n/8] {
			x := load64(levels)
			levels = levels[8:]
			x ^= x >> 3
			x ^= x>>1 ^ x>>2
			bits[i] = uint8((x & lowBits) * gatherLow >> 56)
		}
	}
}

// gatherLow as a factor moves the lowest bit of byte i to bit 56+i.
const gatherLow = 0x0102040810204080

// extract sets dst to the masks of the words and returns the numbers of those
// left unanswered. The flag is at the position after the word's separator.
func (s *streamForm) extract(dst []uint64, b *batch) (rest []uint32) {
	n := uint(0)
	for i, p := range b.places[:len(dst)] {
		at, letters := p&(1<<24-1)+streamDelay, p>>24
		mask := binary.LittleEndian.Uint64(b.bits[at/8:]) >> (at % 8) & s.minima[letters%uint32(len(s.minima))]
		flag := uint64(b.bytes[at+letters+1]) / streamFlag % 2
		dst[i] = mask | -flag
		b.rest[n%batchWords] = uint32(i) // without a branch: one token in eight has a byte that is no letter
		n += uint(flag)
	}
	return b.rest[:n]
}
