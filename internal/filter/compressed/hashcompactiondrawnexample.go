package compressed

// hashCompactionExamples is the figure of the thesis's section 2.1.3.
const hashCompactionExamples = `
  Thesis, Figure 2.2: x becomes x′ = H(x), and goes to place h(x′).

    place               0  1  2  3  4  5  6  7
    before             12 30  ·  ·  · ab dd df
    + xylon: 27            ▼
    after              12 27 30  ·  · ab dd df
    wet: 27? yes           ▲

  x′ = 27, of 8 bits, and i = h(x′) = 1. A larger code is there and moves
  on: the text leaves open how collisions are resolved. H(wet) is x′ too, a
  false positive. The figure has no keys but x: the others are chosen here.`
