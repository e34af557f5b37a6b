package choose

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
)

// Record is a table of costs of structures at several numbers of keys, measured
// once: with it a question has one answer, on every machine.
type Record struct {
	Machine, Date, Command string
	Rows                   []Recorded
}

// Recorded is an offer for n keys.
type Recorded struct {
	N int
	Offer
}

//go:embed record.csv
var recorded string

// OwnRecord is the record of this project.
func OwnRecord() (*Record, error) { return ReadRecord(recorded) }

// The first lines of a record, each with a text behind it, and its columns.
const (
	machineLine = "# machine: "
	dateLine    = "# date: "
	commandLine = "# command: "
	columns     = "n,structure,epsilon,rate,bits_per_key,yes_ns,no_ns,build_per_key_ns"
)

// Text is the record as a file.
func (r *Record) Text() string {
	var b strings.Builder
	b.WriteString(machineLine + r.Machine + "\n" + dateLine + r.Date + "\n" + commandLine + r.Command + "\n" + columns + "\n")
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "%d,%s,%s", row.N, row.Name, row.Asked)
		for _, v := range []float64{row.Rate, row.Bits, row.Yes, row.No, row.Build} {
			b.WriteString("," + strconv.FormatFloat(v, 'g', 4, 64))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// ReadRecord reads the file of a record.
func ReadRecord(text string) (*Record, error) {
	r := &Record{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		var found bool
		for _, head := range []struct {
			start string
			to    *string
		}{{machineLine, &r.Machine}, {dateLine, &r.Date}, {commandLine, &r.Command}} {
			if rest, is := strings.CutPrefix(line, head.start); is {
				*head.to, found = rest, true
			}
		}
		if found || line == columns {
			continue
		}
		row, err := readRow(strings.Split(line, ","))
		if err != nil {
			return nil, fmt.Errorf("record of costs: line %d: %w", i+1, err)
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}

func readRow(fields []string) (row Recorded, err error) {
	if len(fields) != strings.Count(columns, ",")+1 {
		return row, fmt.Errorf("%d fields: want those of %s", len(fields), columns)
	}
	row.Name = fields[1]
	if row.N, err = strconv.Atoi(fields[0]); err != nil {
		return row, fmt.Errorf("n = %q is not a number", fields[0])
	}
	if fields[2] != "" {
		if row.Asked, err = axis.ParseRate(fields[2]); err != nil {
			return row, err
		}
		row.Epsilon = row.Asked.Float()
	}
	for i, v := range []*float64{&row.Rate, &row.Bits, &row.Yes, &row.No, &row.Build} {
		if *v, err = strconv.ParseFloat(fields[3+i], 64); err != nil {
			return row, fmt.Errorf("%q is not a number", fields[3+i])
		}
	}
	if row.N < 1 || !(row.Bits > 0 && row.Yes > 0 && row.No > 0 && row.Build > 0 && row.Rate >= 0 && row.Rate < 1) {
		return row, fmt.Errorf("%s has a number out of range", row.Name)
	}
	return row, nil
}

// Offers are those of the candidates for n keys: along the logarithm of n between
// the numbers recorded, at the least of them below it, and beyond the largest as much
// slower for each tenfold as it was from the one before. Candidates that the record
// does not have are left out.
func (r *Record) Offers(candidates []Candidate, n int) (offers []Offer, out []Excluded) {
	for _, c := range candidates {
		var rows []Recorded
		for _, row := range r.Rows {
			if row.of(c) {
				rows = append(rows, row)
			}
		}
		if len(rows) == 0 {
			out = append(out, Excluded{Name: c.name(), Reason: "is not in the record of costs"})
			continue
		}
		slices.SortFunc(rows, func(a, b Recorded) int { return a.N - b.N })
		o := between(rows, n)
		o.Title, o.Asked, o.Epsilon = c.Title, c.Rate, c.Rate.Float()
		offers = append(offers, o)
	}
	return offers, out
}

// of reports whether a row is the candidate's. That of a library's filter may have been asked for
// at another rate, where the filter is the same.
func (r Recorded) of(c Candidate) bool {
	if r.Name != c.Name || c.Family != filter.FamilyLibrary || r.Asked == c.Rate {
		return r.Name == c.Name && r.Asked == c.Rate
	}
	plan, err := c.Plan(r.N, filter.Config{Epsilon: c.Rate.Float()})
	return err == nil && math.Abs(plan.Theory/r.Rate-1) < holding-1
}

// between reads the rows of one candidate at n keys.
func between(rows []Recorded, n int) Offer {
	last := len(rows) - 1
	i := slices.IndexFunc(rows, func(r Recorded) bool { return r.N >= n })
	switch {
	case i == 0 || last == 0:
		o := rows[0].Offer
		o.Modelled = n > rows[last].N
		return o
	case i < 0:
		i = last
	}
	a, b := rows[i-1], rows[i]
	x := math.Log(float64(n)/float64(a.N)) / math.Log(float64(b.N)/float64(a.N))
	line := func(from, to float64) float64 {
		if x > 1 { // no query becomes faster beyond what was measured
			return to + (x-1)*max(0, to-from)
		}
		return from + x*(to-from)
	}
	o := b.Offer
	o.Yes, o.No, o.Build = line(a.Yes, b.Yes), line(a.No, b.No), line(a.Build, b.Build)
	if x <= 1 {
		o.Bits, o.Rate = line(a.Bits, b.Bits), line(a.Rate, b.Rate)
	}
	o.Modelled = n > rows[last].N
	return o
}
