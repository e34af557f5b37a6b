package bloom

// literalExamples are the figures of the thesis's section 3.1.
const literalExamples = `
  Thesis, Figures 3.1 and 3.2: m = 16, k = 3, S = {x, y}.

    bit                 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
    + xylidic              ▼        ▼                          ▼
                        0  1  0  0  1  0  0  0  0  0  0  0  0  1  0  0
    + youthened                     ▼              ▼                 ▼
                        0  1  0  0  1  0  0  0  0  1  0  0  0  1  0  1
    zeolites? no                          0                          1
    wheeler? yes                                   1           1     1

  The last array is that of both figures. Their arrows were not at hand:
  which of the bits are x's is chosen here. The query of z ends at its
  second bit, where a 0 is; w is the false positive. m and k are those of
  three keys at ε = 8 %: for two keys k = ⌊16/2·ln 2⌋ = 5 by section 3.2.`
