package knuthliang

import (
	"encoding/binary"
	"strings"
)

// A batch of words is copied into eight streams, each word followed by a
// separator, which is the final boundary of one word and the initial boundary of
// the next. Then three loops run over the bytes of the streams, and none of their
// steps depends on the length of a word: the automaton's walk, the merging of its
// outputs to one level per position, the folding of levels to one bit per
// position. The mask of each word is extracted from the bits.
const (
	batchWords = 1024

	streams       = 8
	streamLetters = 24                                         // of the longest word
	streamRoom    = batchWords / streams * (streamLetters + 1) // bytes of a stream that take all words of any batch
	streamStride  = streamRoom + 64                            // bytes from one stream to the next

	// separator follows a word in a stream. It occurs in no UTF-8 text.
	separator = 0xff
	// unfit replaces a word that exceeds streamLetters or begins less than these
	// before the end of the text. Its class stops.
	unfit = 0x80

	// A place is a word in the batch: the offset of its position 0 in the bits,
	// its letters, and whether it may be an exception.
	placeOffset = 1<<15 - 1
	placeLetter = 1 << 24
	placeMaybe  = 1 << 31

	// unanswered in the place of a mask: the word needs the general path. No
	// mask has bit 0 set.
	unanswered = ^uint64(0)
)

// batch is the working memory of a batch.
type batch struct {
	starts  [batchWords]uint32
	odd     [batchWords]uint32 // numbers of the words to be looked at one by one
	places  [batchWords]uint32
	classes [256]uint8
	bytes   [placeOffset + 1 + 64]uint8    // the streams: letters, then the levels of positions
	outputs [streams * streamStride]uint16 // of each step, below some bits of its row
	bits    [(placeOffset+1)/8 + 8]uint8   // one per position
}

// adjacent returns the starts of adjacent words, of which the first begins at
// start.
func (b *batch) adjacent(start uint32, ends []uint32) (starts []uint32) {
	b.starts[0] = start
	return b.starts[:1+copy(b.starts[1:], ends[:len(ends)-1])]
}

// refuse sets all of dst to unanswered and returns their numbers.
func (b *batch) refuse(dst []uint64) (odd []uint32) {
	for i := range dst {
		dst[i] = unanswered
		b.odd[i] = uint32(i)
	}
	return b.odd[:len(dst)]
}

// wholeMasks is lanes.masks of words taken whole.
func (a *Automaton) wholeMasks(b *batch, dst []uint64, pre *prefilter, text string, starts, ends []uint32) (odd []uint32) {
	if a.lanes == nil {
		return b.refuse(dst)
	}
	return a.lanes.masks(b, dst, &a.lanes.whole, pre, text, starts, ends)
}

// masks sets dst[i] to the mask of the word text[starts[i]:ends[i]] by the
// patterns, or to unanswered. It returns the numbers of the odd words, in b: those
// unanswered, those that pre admits, and those cut, whose mask has breaks beyond
// the cut. The three slices have the same length, from 1 to batchWords.
func (l *lanes) masks(b *batch, dst []uint64, classes *[256]uint8, pre *prefilter, text string, starts, ends []uint32) (odd []uint32) {
	if l.stream == nil || strings.IndexByte(text[starts[0]:ends[len(ends)-1]], separator) >= 0 {
		return l.single(b, dst, classes, pre, text, starts, ends)
	}
	b.classes = *classes
	b.classes[separator] = classBoundary
	n := b.fill(text, starts, ends, pre)
	l.stream.walk(b, n)
	l.stream.merge(b, n)
	b.fold(n)
	return l.stream.extract(dst, b)
}

// single is masks word by word.
func (l *lanes) single(b *batch, dst []uint64, classes *[256]uint8, pre *prefilter, text string, starts, ends []uint32) (odd []uint32) {
	n := 0
	for i, end := range ends {
		word := text[starts[i]:end]
		mask, ok := l.mask(classes, word)
		if !ok {
			mask = unanswered
		}
		if dst[i] = mask; !ok || !pre.excludes(word) {
			b.odd[n] = uint32(i)
			n++
		}
	}
	return b.odd[:n]
}

// fill copies the words into the streams, as many bytes into each, and returns
// the number of bytes after which the last position of each stream is complete.
// Bytes after the last word of a stream are processed and ignored.
func (b *batch) fill(text string, starts, ends []uint32, pre *prefilter) int {
	each := (int(ends[len(ends)-1]-starts[0])+len(ends))/streams + 1
	each = min(each, streamRoom)
	longest, done := 0, 0
	for s := range streams {
		words, bytes := b.fillStream(s, each, b.places[done:], text, starts[done:], ends[done:], pre)
		longest = max(longest, bytes)
		done += words
	}
	return (longest + streamPlaces + 7) &^ 7
}

// fillStream copies words into stream s until they have as many bytes as wanted.
// It returns their number and their bytes.
func (b *batch) fillStream(s, wanted int, places []uint32, text string, starts, ends []uint32, pre *prefilter) (words, bytes int) {
	begin := s * streamStride
	at, limit, last := begin, begin+wanted, len(text)-streamLetters
	starts, places = starts[:len(ends)], places[:len(ends)]
	for i, end := range ends {
		if at >= limit {
			return i, at - begin
		}
		start := starts[i]
		n, maybe := end-start, uint32(0)
		to := b.bytes[at&placeOffset:][:streamLetters+1]
		if n > streamLetters || int(start) > last {
			to[0], n = unfit, 1
		} else {
			// Always the length of the longest word, without a branch on that of
			// this one: the next word or its separator overwrites the excess.
			from := text[start:][:streamLetters]
			first := load64(from)
			binary.LittleEndian.PutUint64(to, first)
			binary.LittleEndian.PutUint64(to[8:], load64(from[8:]))
			binary.LittleEndian.PutUint64(to[16:], load64(from[16:]))
			if pre != nil {
				maybe = pre.test(first, int(n))
			}
		}
		to[n] = separator
		places[i] = uint32(at+streamDelay) | n*placeLetter | maybe*placeMaybe
		at += int(n) + 1
	}
	return len(ends), at - begin
}
