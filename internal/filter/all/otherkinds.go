package all

import "hyphbench/internal/filter"

// Other is a structure that answers another question than whether a key is in a set.
type Other struct {
	filter.About
	Answers string // the question
}

// Others lists them all, in the order of display.
func Others() (list []Other) {
	for _, s := range Maplets() {
		answers := "the value of a key"
		if s.Above {
			answers = "a bound from above for the value of a key"
		}
		list = append(list, Other{s.About, answers})
	}
	for _, s := range Classifiers() {
		answers := "which of several sets a key may be in"
		if s.Single {
			answers = "which one of several sets a key may be in"
		}
		list = append(list, Other{s.About, answers})
	}
	for _, s := range Windows() {
		answers := "whether a key may have come recently"
		if s.Certain {
			answers = "whether a key is one of the last w"
		}
		list = append(list, Other{s.About, answers})
	}
	for _, s := range Novelties() {
		list = append(list, Other{s.About, "how different a word is from all words before it"})
	}
	return list
}
