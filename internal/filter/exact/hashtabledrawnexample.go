package exact

// hashTableExamples is the figure of the thesis's section 2.1.2.
const hashTableExamples = `
  Thesis, Figure 2.1: x is put into bucket i of m = 8.

    x = xylon, i = h(x) = 1
    0 ──► abacus
    1 ──► xylon ──► bacon
    2
    3
    4
    5 ──► canto
    6 ──► dabble
    7 ──► earned

  The figure has no keys but x: the others are chosen here, one of them in
  the bucket of x. It draws an x′ there, of which its section does not
  speak; what is kept is x.`
