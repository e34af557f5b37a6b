package thesis

import (
	"cmp"
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/measuring"
)

// Exceptions are as reliable as their source. With linear:0.9 the filter that
// grades its keys is filled with these confidences and admits the
// exceptions that reach the threshold and, by over-estimation, a few others.
// Without a threshold it admits all exceptions, as every filter does.
const (
	hyphenexConfidence = 1.0 // hyphenex, collected and checked by TeX's users
	patternsConfidence = 0.9 // exceptions of a pattern file
	userConfidence     = 0.5 // any other list
)

// confidenceOf identifies a source by its checksum. The pattern file is the known
// one or the one of the run.
func confidenceOf(files corpus.Files, f corpus.File) float64 {
	switch f.Input.SHA256 {
	case corpus.Hyphenex().SHA256:
		return hyphenexConfidence
	case corpus.PatternsEN().SHA256, files.Patterns.Input.SHA256:
		return patternsConfidence
	}
	return userConfidence
}

// Structures that take something behind a colon in --filter.
const (
	linear  = "linear"
	stacked = "stacked"
)

// taken is what they take.
func taken() map[string]flagvalue.Taken {
	return map[string]flagvalue.Taken{
		linear:  {What: "a share, as linear:0.9", Check: func(s string) error { _, err := confidence(s); return err }},
		stacked: {What: "a file of words that are not keys, one per line: stacked:words.txt", File: true},
	}
}

// confidence reads that behind linear.
func confidence(s string) (float64, error) {
	v, err := axis.ParseShare(s)
	if err != nil {
		return 0, fmt.Errorf("confidence %q is out of range: want 0 ≤ confidence ≤ 1, as 0.9 or 90%%", s)
	}
	return v, nil
}

// valueFor is what a structure was given, in one of the lists.
func (t *Experiment) valueFor(name string) string {
	return cmp.Or(t.filters.Given[name], t.beside.Given[name])
}

// threshold is the least confidence that linear admits; 0: all.
func (t *Experiment) threshold() float64 {
	v, _ := confidence(t.valueFor(linear)) // the flag has checked it
	return v
}

// reliability sets the confidence of every key, by the best of its sources,
// and refuses a threshold without effect on any filter.
func (b *bench) reliability() error {
	best := map[string]float64{}
	for _, f := range b.files.Exceptions {
		list, err := knuthliang.ParseExceptions(f.Name, f.Src)
		if err != nil {
			return err
		}
		for _, e := range list {
			best[e.Word] = max(best[e.Word], confidenceOf(b.files, f))
		}
	}
	b.confidence = make([]float64, len(b.exceptions))
	reached := 0
	for i, e := range b.exceptions {
		b.confidence[i] = best[e.Word]
		if b.confidence[i] >= b.threshold {
			reached++
		}
	}
	if b.threshold == 0 {
		return nil
	}
	b.graders = map[string]bool{}
	for _, s := range b.structures {
		if filter.Can[filter.Grader](s) {
			b.graders[s.Name] = true
		}
	}
	b.notes = append(b.notes, fmt.Sprintf(
		"Filters that grade their keys honour the exceptions of %v or more: %d of %d (hyphenex has %v, exceptions of a pattern file %v, any other list %v).",
		b.threshold, reached, len(b.exceptions), hyphenexConfidence, patternsConfidence, userConfidence))
	return nil
}

// valued reports whether the threshold of the run applies to the structure.
func (b *bench) valued(s filter.Structure) bool { return b.graders[s.Name] }

// withheld reports whether the filter denies key i by design.
func (b *bench) withheld(name string, i int) bool {
	s, err := b.structure(name)
	return err == nil && b.valued(s) && b.confidence[i] < b.threshold
}

// overestimated is the metric "overestimated_keys".
func (b *bench) overestimated(c *instance) *experiment.Measurement {
	contains := b.contains(c)
	over := 0
	for i, key := range b.keys {
		if b.withheld(c.cell.Filter, i) && contains(key) {
			over++
		}
	}
	return measuring.Counted(float64(over), "keys")
}
