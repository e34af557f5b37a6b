package screening

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Documents are the words of a list, and a query is a part of a word: which words
have it? A signature is a Bloom filter of the letter trigrams of a word; a word
that lacks a bit of the query's signature cannot have the query. The others are
candidates, and are looked at. Half of the queries are in some word, half are
glued of parts of two and mostly nowhere. Ways to answer:
  scan      every word is looked at
  suffixes  the suffix array of the standard library, which is exact
  inverted  the words of each trigram as a roaring bitmap, which are intersected
  rows      signatures one after the other, all of which are read
  sliced    signatures laid across: the slices of the query's bits are read
One quantity is varied at a time: the bits of a signature, the bits that a
trigram sets in it, the length of the query. Every answer of every way is
compared with that of the scan.

Beside them the similarity of two words, common trigrams over all of both, is
estimated from their signatures: as that of the bits, and of the numbers of
trigrams that the bits stand for (Swamidass and Baldi 2007). And how many
answers would be missed is counted of trigrams with their surroundings, which
serve similarity and no screen.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run screening --quick
  hyphbench run screening --bits=32..512:x2 --hashes=2
  hyphbench run screening --words=words.txt --length=4,6`
}
