package bloom

import "hyphbench/internal/filter"

// The filters that implement filter.Merger and filter.Sizer.

func (b *standard) bitmap() bitmap[uint64] {
	return bitmap[uint64]{"Bloom filter", b.words, [2]uint64{b.m, uint64(b.k)}, &b.hash, b.n, Scattered(b.m, b.k)}
}

// Merge implements filter.Merger.
func (b *standard) Merge(other filter.Filter) error {
	n, err := merge(b, other)
	b.n = n
	return err
}

func (b *standard) Size() float64                                 { return b.bitmap().keys(nil) }
func (b *standard) SizeWith(other filter.Filter) (float64, error) { return sizeWith(b, other) }
func (b *standard) SizeDeviation(n float64) float64               { return b.bitmap().scatter.Deviation(n) }

func (f *sequential) bitmap() bitmap[uint64] {
	b := f.of.bitmap()
	b.title = "Bloom filter that stops at the first 0"
	return b
}

// Merge implements filter.Merger.
func (f *sequential) Merge(other filter.Filter) error {
	n, err := merge(f, other)
	f.of.n = n
	return err
}

func (f *sequential) Size() float64                                 { return f.bitmap().keys(nil) }
func (f *sequential) SizeWith(other filter.Filter) (float64, error) { return sizeWith(f, other) }
func (f *sequential) SizeDeviation(n float64) float64               { return f.bitmap().scatter.Deviation(n) }

func (p *partitioned) bitmap() bitmap[uint64] {
	return bitmap[uint64]{"partitioned Bloom filter", p.words, [2]uint64{p.slice, uint64(p.k)}, &p.hash, int64(p.n), inSlices(p.slice, p.k)}
}

// Merge implements filter.Merger.
func (p *partitioned) Merge(other filter.Filter) error {
	n, err := merge(p, other)
	p.n = int(n)
	return err
}

func (p *partitioned) Size() float64                                 { return p.bitmap().keys(nil) }
func (p *partitioned) SizeWith(other filter.Filter) (float64, error) { return sizeWith(p, other) }
func (p *partitioned) SizeDeviation(n float64) float64               { return p.bitmap().scatter.Deviation(n) }

func (b *blocked) bitmap() bitmap[uint64] {
	return bitmap[uint64]{"blocked Bloom filter", b.words, [2]uint64{b.count, uint64(b.k)}, &b.hash, int64(b.n), scatterOf(b.count, blockedBits, 1, b.k)}
}

// Merge implements filter.Merger.
func (b *blocked) Merge(other filter.Filter) error {
	n, err := merge(b, other)
	b.n = int(n)
	return err
}

func (b *blocked) Size() float64                                 { return b.bitmap().keys(nil) }
func (b *blocked) SizeWith(other filter.Filter) (float64, error) { return sizeWith(b, other) }
func (b *blocked) SizeDeviation(n float64) float64               { return b.bitmap().scatter.Deviation(n) }

func (b *twoBlock) bitmap() bitmap[uint64] {
	return bitmap[uint64]{"Bloom filter of two blocks per key", b.words, [2]uint64{b.count, uint64(b.half)}, &b.hash, int64(b.n), scatterOf(b.count, blockedBits, 2, b.half)}
}

// Merge implements filter.Merger.
func (b *twoBlock) Merge(other filter.Filter) error {
	n, err := merge(b, other)
	b.n = int(n)
	return err
}

func (b *twoBlock) Size() float64                                 { return b.bitmap().keys(nil) }
func (b *twoBlock) SizeWith(other filter.Filter) (float64, error) { return sizeWith(b, other) }
func (b *twoBlock) SizeDeviation(n float64) float64               { return b.bitmap().scatter.Deviation(n) }

func (s *splitBlock) bitmap() bitmap[uint32] {
	return bitmap[uint32]{"split-block Bloom filter", s.words, [2]uint64{s.count}, &s.hash, int64(s.n), inWords(s.count, splitBlockWords, 32)}
}

// Merge implements filter.Merger.
func (s *splitBlock) Merge(other filter.Filter) error {
	n, err := merge(s, other)
	s.n = int(n)
	return err
}

func (s *splitBlock) Size() float64                                 { return s.bitmap().keys(nil) }
func (s *splitBlock) SizeWith(other filter.Filter) (float64, error) { return sizeWith(s, other) }
func (s *splitBlock) SizeDeviation(n float64) float64               { return s.bitmap().scatter.Deviation(n) }

func (r *register) bitmap() bitmap[uint64] {
	return bitmap[uint64]{"register-blocked Bloom filter", r.words, [2]uint64{r.count, uint64(r.k)}, &r.hash, r.n, scatterOf(r.count, registerBits, 1, r.k)}
}

// Merge implements filter.Merger.
func (r *register) Merge(other filter.Filter) error {
	n, err := merge(r, other)
	r.n = n
	return err
}

func (r *register) Size() float64                                 { return r.bitmap().keys(nil) }
func (r *register) SizeWith(other filter.Filter) (float64, error) { return sizeWith(r, other) }
func (r *register) SizeDeviation(n float64) float64               { return r.bitmap().scatter.Deviation(n) }

func (t *twoWords) bitmap() bitmap[uint64] {
	return bitmap[uint64]{"Bloom filter of two words per key", t.words, [2]uint64{t.count, uint64(t.half)}, &t.hash, int64(t.n), scatterOf(t.count, registerBits, 2, t.half)}
}

// Merge implements filter.Merger.
func (t *twoWords) Merge(other filter.Filter) error {
	n, err := merge(t, other)
	t.n = int(n)
	return err
}

func (t *twoWords) Size() float64                                 { return t.bitmap().keys(nil) }
func (t *twoWords) SizeWith(other filter.Filter) (float64, error) { return sizeWith(t, other) }
func (t *twoWords) SizeDeviation(n float64) float64               { return t.bitmap().scatter.Deviation(n) }
