package claim

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hyphbench/internal/runfolder"
)

// Tests are claims by their IDs, as Read wants them: without their texts.
type Tests map[string]Claim

// By is a claim of Tests.
func By(m runfolder.Metric, test func(*Data) Outcome) Claim { return Claim{Metric: m, Test: test} }

// Claim is a claim of Tests.
func (e Everywhere) Claim() Claim { return By(e.Metric, e.Test) }

// Claim is a claim of Tests.
func (r Ratio) Claim() Claim { return By(r.Metric, r.Outcome) }

// Read are the claims of a text, in its order, each with its test. An experiment has what it
// claims in a file of its own, where one reads and edits it without the code:
//
//	# A comment.
//	source: thesis
//
//	T12: the statement, on one line as all that follows
//	brief: the same in a few words
//	section: 3.2
//	margin: ±1 % of the formula
//	says: thesis-final.txt:382-386 the words of a source text, behind their place
//	from: in place of these the paper, or "this program"
//	cannot fail: why no run can contradict the claim
//
// A claim without a test and a test without a claim are mistakes of the program, with which it
// does not start.
func Read(text string, tests ...Tests) (list []Claim) {
	left, source := Tests{}, ""
	for _, some := range tests {
		maps.Copy(left, some)
	}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if c, begins := left[name]; begins {
			delete(left, name)
			c.ID, c.Source, c.Statement = name, source, value
			list = append(list, c)
			continue
		}
		if name == "source" {
			source = value
			continue
		}
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		if len(list) == 0 || !list[len(list)-1].say(name, value) {
			panic(fmt.Sprintf("claims: %q: want a claim that has a test, or what is said of one", line))
		}
	}
	if len(left) > 0 {
		panic(fmt.Sprintf("claims: no text has %v", slices.Sorted(maps.Keys(left))))
	}
	return list
}

// say enters a line of the claim's text; false where there is no such line.
func (c *Claim) say(name, value string) bool {
	switch name {
	case "brief":
		c.Brief = value
	case "section":
		c.Section = value
	case "margin":
		c.Margin = value
	case "says":
		place, words, _ := strings.Cut(value, " ")
		c.Quote = Quote{Text: words, Place: place}
	case "from":
		c.Quote = Quote{Place: value}
	case "cannot fail":
		c.CannotFail = value
	default:
		return false
	}
	return true
}
