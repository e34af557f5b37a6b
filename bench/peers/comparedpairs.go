package main

import (
	"slices"

	"hyphbench/internal/axis"
)

// Pair compares a structure of hyphbench with a peer of its kind in a figure.
type Pair struct {
	Kind   Kind   `json:"kind"`
	Figure Figure `json:"figure"`
	Own    string `json:"own"`
	Peer   string `json:"peer"`
	Ratio  Ratio  `json:"ratio"` // hyphbench over the peer: above 1 it is slower
}

// behind reports whether the whole interval is on the slower side.
func (p Pair) behind() bool { return p.Ratio.Low > 1 }

// pairsOf compares every structure of hyphbench with every peer of its kind, by
// kind, figure, and the order of opening.
func pairsOf(runners []*Runner) []Pair {
	var pairs []Pair
	for _, figure := range filterFigures() {
		for _, own := range runners {
			if !own.Own || own.Figure != figure || own.Kind == "" {
				continue
			}
			for _, peer := range runners {
				if peer.Own || peer.Figure != figure || peer.Kind != own.Kind {
					continue
				}
				if ratio := ratioOf(own, peer); ratio != nil {
					pairs = append(pairs, Pair{own.Kind, figure, own.Name, peer.Name, *ratio})
				}
			}
		}
	}
	return pairs
}

// inverse is the ratio of the second to the first.
func (r Ratio) inverse() Ratio { return Ratio{Mean: 1 / r.Mean, Low: 1 / r.High, High: 1 / r.Low} }

// keysOf is the number of keys of a figure's filters.
func (r *Report) keysOf(f Figure) int {
	if f == QueryLarge || f == BuildLarge {
		return r.Large
	}
	return r.Keys
}

// titleOf is a figure of filters with the number of keys.
func (r *Report) titleOf(f Figure) string {
	work := "query"
	if f == Build || f == BuildLarge {
		work = "build"
	}
	return work + ", " + axis.Grouped(r.keysOf(f)) + " keys"
}

// measuredFigures are the filters' figures that have rows.
func (r *Report) measuredFigures() []Figure {
	return slices.DeleteFunc(filterFigures(), func(f Figure) bool {
		return !slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Figure == f })
	})
}

// row finds a participant in a figure; nil without one.
func (r *Report) row(f Figure, name string) *Row {
	i := slices.IndexFunc(r.Rows, func(row Row) bool { return row.Figure == f && row.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Rows[i]
}

// pair finds a comparison; nil without one.
func (r *Report) pair(f Figure, own, peer string) *Pair {
	i := slices.IndexFunc(r.Pairs, func(p Pair) bool { return p.Figure == f && p.Own == own && p.Peer == peer })
	if i < 0 {
		return nil
	}
	return &r.Pairs[i]
}

// names are the participants of a kind, each once, in the order of the rows.
func (r *Report) names(k Kind, own bool) []string {
	var names []string
	for _, row := range r.Rows {
		if row.Kind == k && row.Own == own && !slices.Contains(names, row.Name) {
			names = append(names, row.Name)
		}
	}
	return names
}
