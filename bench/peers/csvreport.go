package main

import (
	"encoding/csv"
	"io"
	"strconv"
)

// writeCSV writes the rows of the report. A field that does not apply or has no
// value is empty; problem is the reason of the latter.
func writeCSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"figure", "implementation", "version", "own", "setting", "unit", "rounds", "ops", "check",
		"cpu_ns", "cpu_ns_min", "wall_ns", "against", "ratio", "ratio_low", "ratio_high",
		"bytes", "bits_per_key", "resident_bits_per_key", "fp", "fp_rate", "fn", "wrong", "checked", "note", "problem", "kind", "keys"})
	for _, row := range r.Rows {
		keys := ""
		if row.Kind != "" {
			keys = strconv.Itoa(r.keysOf(row.Figure))
		}
		rounds, ops, check, cpu, least, wall := "", "", "", "", "", ""
		if row.Problem == "" {
			rounds, ops, check = strconv.Itoa(row.Rounds), strconv.Itoa(row.Ops), strconv.FormatInt(row.Check, 10)
			cpu, least, wall = decimal(row.CPU), decimal(row.Least), decimal(row.Wall)
		}
		var ratio, low, high string
		if row.Ratio != nil {
			ratio, low, high = decimal(row.Ratio.Mean), decimal(row.Ratio.Low), decimal(row.Ratio.High)
		}
		resident := ""
		if row.BitsOfKey != nil && row.Bytes != nil {
			resident = decimal(row.residentBitsOfKey())
		}
		_ = out.Write([]string{string(row.Figure), row.Name, row.Version, strconv.FormatBool(row.Own), row.Setting, row.Figure.Unit(), rounds, ops, check,
			cpu, least, wall, row.Against, ratio, low, high,
			optional(row.Bytes, decimal), optional(row.BitsOfKey, decimal), resident,
			optional(row.FP, strconv.Itoa), optional(row.FPRate, rate), optional(row.FN, strconv.Itoa),
			optional(row.Wrong, strconv.Itoa), optional(row.Checked, strconv.Itoa), join("; ", row.Note, example(row)), row.Problem, string(row.Kind), keys})
	}
	for _, a := range r.Absent {
		record := make([]string, 28)
		record[1], record[25] = a.Name, "not measured: "+a.Reason
		_ = out.Write(record)
	}
	out.Flush() // the writer keeps the first error
	return out.Error()
}

// writePairs writes the ratios of hyphbench's filters to the peers of their kind.
func writePairs(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"kind", "figure", "keys", "hyphbench", "peer", "ratio", "ratio_low", "ratio_high"})
	for _, p := range r.Pairs {
		_ = out.Write([]string{string(p.Kind), string(p.Figure), strconv.Itoa(r.keysOf(p.Figure)), p.Own, p.Peer,
			decimal(p.Ratio.Mean), decimal(p.Ratio.Low), decimal(p.Ratio.High)})
	}
	out.Flush()
	return out.Error()
}

// writeRounds writes every sample, one per line.
func writeRounds(w io.Writer, runners []*Runner) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"round", "figure", "implementation", "unit", "ops", "metric", "value", "value_unit"})
	for _, r := range runners {
		for i, s := range r.Samples {
			row := []string{strconv.Itoa(i + 1), string(r.Figure), r.Name, r.Figure.Unit(), strconv.Itoa(s.Ops)}
			_ = out.Write(append(row[:5:5], "cpu", strconv.FormatInt(s.CPU.Nanoseconds(), 10), "ns"))
			_ = out.Write(append(row[:5:5], "wall", strconv.FormatInt(s.Wall.Nanoseconds(), 10), "ns"))
		}
	}
	out.Flush()
	return out.Error()
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
func rate(x float64) string    { return strconv.FormatFloat(x, 'f', 6, 64) }

func optional[T any](v *T, format func(T) string) string {
	if v == nil {
		return ""
	}
	return format(*v)
}
