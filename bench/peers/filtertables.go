package main

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
)

// writeKinds writes the filters: for each kind the figures of all, and the ratio of
// each structure of hyphbench to each peer.
func writeKinds(b *strings.Builder, r *Report) {
	kinds := kindsOf(r.Rows)
	if len(kinds) == 0 {
		return
	}
	b.WriteString("\n## Filters by kind\n\n" +
		"ns per query and ns per key built are CPU time, medians. Bits per key are nominal / held in the heap; × bound is the nominal size over log2 of the measured rate, the least size of any filter of that rate. " +
		"Ratios are hyphbench's time over the peer's, paired by round, with their 95 % interval: below 1 hyphbench is faster; **bold** where the whole interval is above 1.\n")
	for _, kind := range kinds {
		fmt.Fprintf(b, "\n### %s\n\n", strings.ToUpper(string(kind[:1]))+string(kind[1:]))
		writeKindFigures(b, r, kind)
		writeKindRatios(b, r, kind)
	}
}

func writeKindFigures(b *strings.Builder, r *Report, kind Kind) {
	figures := r.measuredFigures()
	head, rule := "| implementation | setting |", "|---|---|"
	for _, f := range figures {
		head += " " + r.titleOf(f) + " |"
		rule += "---:|"
	}
	for _, f := range figures {
		if f == Query || f == QueryLarge {
			head += " bits per key, " + axis.Grouped(r.keysOf(f)) + " keys | × bound | rate |"
			rule += "---:|---:|---:|"
		}
	}
	fmt.Fprintf(b, "%s\n%s\n", head, rule)
	for _, own := range []bool{true, false} {
		for _, name := range r.names(kind, own) {
			line := "| " + cell(name) + " |"
			if own {
				line = "| **" + cell(ofOwn(name)) + "** |"
			}
			line += " " + cell(r.settingOf(name)) + " |"
			for _, f := range figures {
				line += " " + timeIn(r.row(f, name)) + " |"
			}
			for _, f := range figures {
				if f == Query || f == QueryLarge {
					bits, bound, rate := sizeIn(r.row(f, name))
					line += fmt.Sprintf(" %s | %s | %s |", bits, bound, rate)
				}
			}
			fmt.Fprintln(b, line)
		}
	}
}

func (r *Report) settingOf(name string) string {
	for _, row := range r.Rows {
		if row.Name == name && row.Kind != "" {
			return row.Setting
		}
	}
	return ""
}

func timeIn(row *Row) string {
	switch {
	case row == nil:
		return "–"
	case row.Problem != "":
		return "no figure"
	}
	return nanoseconds(row.CPU)
}

// sizeIn are the bits per key, their ratio to the bound, and the rate of a filter.
func sizeIn(row *Row) (bits, bound, rate string) {
	bits, bound, rate = "–", "–", "–"
	if row == nil || row.Bytes == nil || row.BitsOfKey == nil {
		return
	}
	bits = fmt.Sprintf("%.1f / %.1f", *row.BitsOfKey, row.residentBitsOfKey())
	if *row.BitsOfKey == 0 {
		bits = fmt.Sprintf("– / %.1f", row.residentBitsOfKey())
	}
	if row.FPRate == nil {
		return
	}
	rate = percent(*row.FPRate)
	if *row.FPRate > 0 && *row.BitsOfKey > 0 {
		bound = fmt.Sprintf("%.2f", *row.BitsOfKey/-math.Log2(*row.FPRate))
	}
	if row.FN != nil && *row.FN > 0 {
		rate += fmt.Sprintf(", %d keys lost", *row.FN)
	}
	return
}

// percent has two digits behind the point, more below 0.1 %.
func percent(x float64) string {
	switch {
	case x == 0:
		return "0"
	case x < 0.001:
		return fmt.Sprintf("%.4f %%", 100*x)
	}
	return fmt.Sprintf("%.2f %%", 100*x)
}

func writeKindRatios(b *strings.Builder, r *Report, kind Kind) {
	owns, peers := r.names(kind, true), r.names(kind, false)
	if len(peers) == 0 {
		b.WriteString("\nNo library of this kind was measured; see \"Not measured\".\n")
		return
	}
	if len(owns) == 0 {
		b.WriteString("\nhyphbench has no structure of this kind.\n")
		return
	}
	figures := r.measuredFigures()
	head, rule := "| hyphbench / peer |", "|---|"
	for _, f := range figures {
		head += " " + r.titleOf(f) + " |"
		rule += "---|"
	}
	fmt.Fprintf(b, "\n%s\n%s\n", head, rule)
	for _, own := range owns {
		for _, peer := range peers {
			line := "| " + cell(ofOwn(own)) + " / " + cell(peer) + " |"
			for _, f := range figures {
				line += " " + ratioCell(r.pair(f, own, peer)) + " |"
			}
			fmt.Fprintln(b, line)
		}
	}
}

func ratioCell(p *Pair) string {
	switch {
	case p == nil:
		return "–"
	case p.behind():
		return "**" + interval(&p.Ratio) + "**"
	}
	return interval(&p.Ratio)
}
