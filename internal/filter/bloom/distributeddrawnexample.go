package bloom

// oneHashExamples is the article's figure of a distributed Bloom filter, which
// internal/experiment/duplicates carries out.
const oneHashExamples = `
  Article, distributed Bloom filters: 6 elements on 3 processing elements
  (PE), each with an array of 4 bits.

    position            0  1  2  3  4  5  6  7  8  9 10 11
    bit of PE           1  1  1  1  2  2  2  2  3  3  3  3
    PE 1 sends                      a     b
    PE 2 sends                d                    c
    PE 3 sends                f                          e
    received            0  0  2  0  1  0  1  0  0  1  0  1
    PE 1 marks
    PE 2 marks                d
    PE 3 marks                f

  PE 1 receives position 2 twice and sends it back; who sent it marks its
  element as a possible duplicate. By the caption the later sender alone is
  told, by the section's text all are, as here and in hyphbench run
  duplicates. a to f are apple, banana, cherry, damson, elder and fig,
  chosen here: no two are equal, so that both marks are false positives.`
