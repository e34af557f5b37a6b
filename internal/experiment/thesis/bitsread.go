package thesis

import (
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
)

// reads are the metrics "key_reads" and "negative_reads": how many bits Algorithm 2 reads, on
// average over the keys, or over the words of the list that are none.
func (b *bench) reads(c *instance, ofKeys bool) *experiment.Measurement {
	f := c.filter.(filter.StepCounter)
	read, asked := 0, 0
	ask := func(word string) {
		_, steps := f.ContainsSteps(word)
		read, asked = read+steps, asked+1
	}
	if ofKeys {
		for key := range b.fill.Each() {
			ask(key)
		}
	}
	for i := range b.lower.Len() {
		if !ofKeys && !b.expect.isKey(i) {
			ask(b.lower.At(i))
		}
	}
	if asked == 0 {
		return nil
	}
	return measuring.Counted(float64(read)/float64(asked), "bits")
}
