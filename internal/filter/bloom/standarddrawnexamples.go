package bloom

// standardExamples are the figure of the article's description and Figure 1 of the linear
// Bloom filter's paper.
const standardExamples = `
  Article, the figure of its description: m = 18, k = 3, the set {x, y, z}.

    bit                 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17
    + xeroxes              ▼           ▼                       ▼
                        0  1  0  0  0  1  0  0  0  0  0  0  0  1  0  0  0  0
    + yuccas                        ▼                    ▼              ▼
                        0  1  0  0  1  1  0  0  0  0  0  1  0  1  0  0  1  0
    + zincize                    ▼     ▼                 ▼
                        0  1  0  1  1  1  0  0  0  0  0  1  0  1  0  0  1  0
    wart? no                        1                          1     0

  w is not in the set, because one of its bits is 0. Of the figure the
  caption alone was at hand: the positions are chosen here.

  FBL, Figure 1: a and e are inserted beside b, c and d; k = 4.

    bit                 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17
    {b, c, d}           0  1  0  1  1  1  1  0  1  0  0  0  1  1  0  1  0  0
    + attestant            ▼        ▼                    ▼                 ▼
                        0  1  0  1  1  1  1  0  1  0  0  1  1  1  0  1  0  1
    + easygoing         ▼                    ▼                    ▼        ▼
                        1  1  0  1  1  1  1  1  1  0  0  1  1  1  1  1  0  1

  Both have bit 17, and both are found. The paper gives the positions of a
  and e; those of b, c and d, and m, are chosen here.`
