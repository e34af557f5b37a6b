package exact

// cuckooTableExamples is the figure of the thesis's section 4.1.1.
const cuckooTableExamples = `
  Thesis, Figure 4.1: x is inserted; buckets have one entry.

    bucket              0  1  2  3  4  5  6  7
    before              a  b  ·  ·  ·  c  d  e
      xylon               i1             i2
      bacon               i1          i2
      canto                        i2 i1
    after               a  x  ·  ·  c  b  d  e

  Both buckets of x are taken: x takes the place of b, b that of c, and c
  goes to bucket 4, which is empty. Both arrays are the figure's. Its arrows
  were not at hand: that i2 is 6 is chosen here. The text leaves to chance
  which key is displaced; this table takes the shortest path to an empty
  entry.`
