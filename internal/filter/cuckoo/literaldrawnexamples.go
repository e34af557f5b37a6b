package cuckoo

// literalExamples are the figures of the thesis's sections 4.2 and 4.3.3.
const literalExamples = `
  Thesis, Figures 4.2 and 4.3: x is inserted, and removed again.

    x = xenon, f = 92, i1 = hash(x) = 1, hash(f) = 7 modulo 8
    i2 = 1 ⊕ 7 = 6, and back: 6 ⊕ 7 = 1
    bucket              0  1  2  3  4  5  6  7
    before             43  ·  ·  · 09 3a 8a b7
    + xenon               i1             i2
    inserted           43 92  ·  · 09 3a 8a b7
    - xenon               i1             i2
    removed            43  ·  ·  · 09 3a 8a b7

  From left to right the fingerprints are a, f, c, b, d, e of Figure 4.3, f
  being that of x. A bucket has four entries here: the first is shown, the
  others are empty. Of Figure 4.2 the caption alone was at hand: it is the
  first two lines. That i2 is 6 is chosen here.`
