package main

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
)

// Place is one where a peer is ahead of structures of hyphbench.
type Place struct {
	Kind   Kind
	Title  string   // of the figure
	Peer   string   // with its own figure
	Behind []string // structures of hyphbench, with how far
	Others []string // the rest of its kind, which are ahead or level
}

// placesBehind lists every place where a structure of hyphbench is behind a peer of
// its kind: slower by the whole interval, or larger at no lower rate.
func placesBehind(r *Report) []Place {
	var places []Place
	for _, kind := range kindsOf(r.Rows) {
		for _, figure := range r.measuredFigures() {
			for _, peer := range r.names(kind, false) {
				if p, found := behindInTime(r, kind, figure, peer); found {
					places = append(places, p)
				}
				if figure != Query && figure != QueryLarge {
					continue
				}
				if p, found := behindInSpace(r, kind, figure, peer); found {
					places = append(places, p)
				}
			}
		}
	}
	return places
}

func behindInTime(r *Report, kind Kind, figure Figure, peer string) (Place, bool) {
	row := r.row(figure, peer)
	if row == nil || row.Problem != "" {
		return Place{}, false
	}
	p := Place{Kind: kind, Title: r.titleOf(figure), Peer: fmt.Sprintf("%s (%s ns)", peer, nanoseconds(row.CPU))}
	for _, own := range r.names(kind, true) {
		pair := r.pair(figure, own, peer)
		if pair == nil {
			continue
		}
		if pair.behind() {
			p.Behind = append(p.Behind, ofOwn(own)+" "+interval(&pair.Ratio))
		} else {
			p.Others = append(p.Others, ofOwn(own))
		}
	}
	return p, len(p.Behind) > 0
}

// Sizes within sizeTolerance, and rates within rateTolerance, count as equal:
// the allocator rounds, and the rate is that of one hash seed.
const (
	sizeTolerance = 1.02
	rateTolerance = 0.9
)

func behindInSpace(r *Report, kind Kind, figure Figure, peer string) (Place, bool) {
	known := func(row *Row) bool {
		return row != nil && row.Problem == "" && row.Bytes != nil && row.FPRate != nil && row.Keys > 0
	}
	it := r.row(figure, peer)
	if !known(it) {
		return Place{}, false
	}
	held := func(row *Row) string {
		return fmt.Sprintf("%.1f bits at %s", row.residentBitsOfKey(), percent(*row.FPRate))
	}
	p := Place{Kind: kind, Title: "held per key, " + axis.Grouped(r.keysOf(figure)) + " keys", Peer: fmt.Sprintf("%s (%s)", peer, held(it))}
	for _, own := range r.names(kind, true) {
		row := r.row(figure, own)
		if !known(row) {
			continue
		}
		if row.residentBitsOfKey() > sizeTolerance*it.residentBitsOfKey() && *row.FPRate >= rateTolerance**it.FPRate {
			p.Behind = append(p.Behind, ofOwn(own)+" "+held(row))
		} else {
			p.Others = append(p.Others, ofOwn(own))
		}
	}
	return p, len(p.Behind) > 0
}

// counts are the places, and those where no structure of the kind is ahead or
// level.
func counts(places []Place) (all, whole int) {
	for _, p := range places {
		if len(p.Others) == 0 {
			whole++
		}
	}
	return len(places), whole
}

// writeBehind writes the places, first those where all structures of the kind are
// behind.
func writeBehind(b *strings.Builder, r *Report) {
	if len(kindsOf(r.Rows)) == 0 {
		return
	}
	places := placesBehind(r)
	n, whole := counts(places)
	fmt.Fprintf(b, "\n## Behind\n\nhyphbench is behind a peer of the kind in time where the whole interval of the ratio is above 1, and in size where it holds over 2 %% more at no lower rate (within a tenth). "+
		"With at least one structure: %s; with every structure of the kind: %s.\n", plural(n, "place"), plural(whole, "place"))
	list := func(title string, keep func(Place) bool) {
		some := slices.DeleteFunc(slices.Clone(places), func(p Place) bool { return !keep(p) })
		if len(some) == 0 {
			return
		}
		fmt.Fprintf(b, "\n### %s\n\n", title)
		for _, p := range some {
			fmt.Fprintf(b, "- %s, %s: behind %s: %s", p.Kind, p.Title, p.Peer, strings.Join(p.Behind, ", "))
			if len(p.Others) > 0 {
				fmt.Fprintf(b, "; not %s", strings.Join(p.Others, ", "))
			}
			b.WriteString(".")
			if tried := triedAt(p); tried != "" && len(p.Others) == 0 {
				b.WriteString(" " + tried)
			}
			b.WriteString("\n")
		}
	}
	list("With every structure of the kind", func(p Place) bool { return len(p.Others) == 0 })
	list("With some", func(p Place) bool { return len(p.Others) > 0 })
	writeReasons(b, places)
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return axis.Grouped(n) + " " + one + "s"
}
