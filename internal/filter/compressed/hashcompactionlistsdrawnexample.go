package compressed

// hashCompactionListsExamples is the figure of the thesis's section 2.1.3 with the lists of its
// section 2.1.2.
const hashCompactionListsExamples = `
  Thesis, Figure 2.2: x becomes x′ = H(x), and goes into bucket i = h(x′).

    x = xylon, x′ = H(x) = 16, i = h(x′) = 4
    0
    1 ──► ab
    2 ──► 5a
    3 ──► 70
    4 ──► 16 ──► 2a
    5
    6 ──► e9
    7
    pan: 16? yes

  Codes have 8 bits. Another code is in bucket 4 before x′ comes: the list
  has both. H(pan) is x′ too, a false positive. The figure has no keys but
  x: the others are chosen here.`
