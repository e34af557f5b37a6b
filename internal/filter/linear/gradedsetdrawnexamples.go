package linear

// setExamples are Figures 2 and 3 of the paper.
const setExamples = `
  FBL, Figures 2 and 3: (a, 1) and (e, 0.5) are inserted; k = 4.

    cell                0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17
    b .8, c .3, d .6    0 18  0  9 18 24 18  0 24  0  0  0 24  9  0 24  0  0
    + attestant 1          ▼        ▼                    ▼                 ▼
                        0 31  0  9 31 24 18  0 24  0  0 31 24  9  0 24  0 31
    + easygoing 0.5     ▼                    ▼                    ▼        ▼
                       15 31  0  9 31 24 18 15 24  0  0 31 24  9 15 24  0 31
    attestant? 1.00       31       31                   31                31
    easygoing? 0.48    15                   15                   15       31
    cells 11 to 14    11111 11000 01001 01111
    all times 0.9      13 27  0  8 27 21 16 13 21  0  0 27 21  8 13 21  0 27

  Cell 17 has the larger code of both, and the answer for e is the least of
  its cells, 15/31. Cells 11 to 14 are Figure 3. Once attenuated, no cell
  has all bits set. The paper gives the positions and confidences of a and
  e; those of b, c and d are chosen here, and the 5 bits of a cell are its
  example's.`
