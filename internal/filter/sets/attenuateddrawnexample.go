package sets

// attenuatedExamples is the article's search for 11010, which internal/experiment/routing
// carries out.
const attenuatedExamples = `
  Article, 11010: A has the bits 0, 1 and 3, and is looked for from n1.

    bit                 0  1  2  3  4
    n1: printing        1  1  1  0  0  no
      over n2: 0 hops   1  0  1  0  1  no
      over n2: 1 hops   1  1  1  1  1  yes
    n2: cleaning        1  0  1  0  1  no
      over n1: 0 hops   1  1  1  0  0  no
      over n1: 1 hops   0  0  0  0  0  no
      over n3: 0 hops   1  1  0  1  0  yes
      over n3: 1 hops   0  0  0  0  0  no
      over n4: 0 hops   0  0  1  1  1  no
      over n4: 1 hops   0  0  0  0  0  no
    n3: messages        1  1  0  1  0  yes

  A is messages. n2 does not have it, but lies before a node that does, n3:
  the request goes from n1 to n2 to n3. The article gives the pattern and
  these nodes; its picture was not at hand. n4, which has spelling, and what
  n1 and n2 have are chosen here.`
