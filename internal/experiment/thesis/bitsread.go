package thesis

import (
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
)

// reader is a filter that says how many bits a query reads, which no clock does.
type reader interface {
	filter.Filter
	Reads(word string) int
}

// reads are the metrics "key_reads" and "negative_reads": how many bits a query reads, on
// average over the keys, or over the words of the list that are none.
func (b *bench) reads(c *instance, ofKeys bool) *experiment.Measurement {
	f := c.filter.(reader)
	read, asked := 0, 0
	if ofKeys {
		for key := range b.fill.Each() {
			read, asked = read+f.Reads(key), asked+1
		}
	}
	for i := range b.lower.Len() {
		if !ofKeys && !b.expect.isKey(i) {
			read, asked = read+f.Reads(b.lower.At(i)), asked+1
		}
	}
	if asked == 0 {
		return nil
	}
	return measuring.Counted(float64(read)/float64(asked), "bits")
}
