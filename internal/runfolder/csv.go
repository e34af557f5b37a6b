package runfolder

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
)

// Names of the files in a run's folder.
const (
	MeasurementsFile = "measurements.csv"
	MetaFile         = "run.json"
)

// fixed are the columns that every run has, in front of all others. ε has its
// place among them whether or not it is an axis of the run.
func fixed() []string {
	return []string{"seq", "round", "design", "filter", axis.Epsilon, "metric", "value", "unit", "ops", "cpu_ns"}
}

const (
	epsilonAt     = 4 // in fixed
	sessionColumn = "session"
	// checkColumn is the last column: the CRC-32C, in hexadecimal, of the
	// checksum of the line before and of this line up to its last comma.
	checkColumn = "check"
)

// Columns returns the header of measurements.csv for a run over the axes with
// the experiment's own columns behind them.
func Columns(axes []axis.Axis, own ...string) []string {
	list := append(fixed(), sessionColumn)
	for _, a := range axes {
		if a.Name != axis.Epsilon {
			list = append(list, a.Name)
		}
	}
	return slices.Concat(list, own, []string{checkColumn})
}

// chain is the running checksum of a file's lines.
type chain uint32

func (c chain) next(line string) chain {
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(0, table, strconv.AppendUint(nil, uint64(c), 16))
	return chain(crc32.Update(sum, table, []byte(line)))
}

func (c chain) String() string { return fmt.Sprintf("%08x", uint32(c)) }

// layout has the column of each field in measurements.csv.
type layout struct {
	columns int
	session int   // −1: the first schema has none
	axes    []int // column of each axis
	extra   []int // columns of the experiment's own
	names   []string
	checked bool // the file carries checksums
}

// layoutOf reads a header. An axis without a column has no values: −1.
func layoutOf(header []string, axes []axis.Axis) layout {
	l := layout{columns: len(header), session: -1, checked: header[len(header)-1] == checkColumn}
	taken := map[int]bool{}
	for _, a := range axes {
		at := slices.Index(header, a.Name)
		taken[at] = true
		l.axes = append(l.axes, at)
	}
	for i := len(fixed()); i < len(header); i++ {
		switch {
		case taken[i], l.checked && i == len(header)-1:
		case header[i] == sessionColumn:
			l.session = i
		default:
			l.extra, l.names = append(l.extra, i), append(l.names, header[i])
		}
	}
	return l
}

// encode writes a row as a line without its checksum and line end.
func (l *layout) encode(r Row) (string, error) {
	fields := make([]string, l.columns-1)
	cpu := ""
	if r.CPU != NoCPU {
		cpu = strconv.FormatInt(r.CPU, 10)
	}
	copy(fields, []string{
		strconv.Itoa(r.Seq), strconv.Itoa(r.Round), r.Design, r.Filter, "", string(r.Metric),
		strconv.FormatFloat(r.Value, 'f', -1, 64), r.Unit, strconv.FormatInt(r.Ops, 10), cpu,
	})
	if l.session >= 0 {
		fields[l.session] = strconv.Itoa(r.Session)
	}
	for i, column := range l.axes {
		fields[column] = r.Point.Value(i)
	}
	if len(r.Extra) != len(l.extra) {
		return "", fmt.Errorf("a measurement of %s has %d values for the %d columns %s", r.Metric, len(r.Extra), len(l.extra), strings.Join(l.names, ", "))
	}
	for i, column := range l.extra {
		fields[column] = r.Extra[i]
	}
	for _, f := range fields {
		if strings.ContainsAny(f, ",\"\r\n") {
			return "", fmt.Errorf("a measurement cannot hold %q: want no comma, quote or line end", f)
		}
	}
	return strings.Join(fields, ","), nil
}

// decode reads the fields of a line.
func (l *layout) decode(fields []string) (Row, error) {
	var r Row
	var err error
	number := func(i int, to *int) {
		if err == nil {
			if *to, err = strconv.Atoi(fields[i]); err != nil {
				err = fmt.Errorf("column %d = %q is not a whole number", i+1, fields[i])
			}
		}
	}
	var ops int
	number(0, &r.Seq)
	number(1, &r.Round)
	number(8, &ops)
	if l.session >= 0 {
		number(l.session, &r.Session)
	}
	if err != nil {
		return r, err
	}
	r.Ops = int64(ops)
	r.Design, r.Filter, r.Metric, r.Unit = fields[2], fields[3], Metric(fields[5]), fields[7]
	if r.Value, err = strconv.ParseFloat(fields[6], 64); err != nil {
		return r, fmt.Errorf("value = %q is not a number", fields[6])
	}
	r.CPU = NoCPU
	if fields[9] != "" {
		if r.CPU, err = strconv.ParseInt(fields[9], 10, 64); err != nil {
			return r, fmt.Errorf("cpu_ns = %q is not a whole number", fields[9])
		}
	}
	if e := fields[epsilonAt]; e != "" {
		if _, err := axis.ParseRate(e); err != nil {
			return r, err
		}
	}
	values := make([]string, len(l.axes))
	for i, column := range l.axes {
		if column >= 0 {
			values[i] = fields[column]
		}
	}
	r.Point = At(values...)
	for _, column := range l.extra {
		r.Extra = append(r.Extra, fields[column])
	}
	return r, nil
}

// table is measurements.csv as read.
type table struct {
	layout layout
	rows   []Row
	size   int64 // bytes up to the end of the last whole line
	last   chain // checksum of that line
	torn   bool  // an unfinished line follows
}

// parseTable reads measurements.csv over the axes of a run; name is used in
// errors.
func parseTable(name string, src []byte, axes []axis.Axis) (*table, error) {
	t := &table{}
	header, rest, whole := bytes.Cut(src, []byte{'\n'})
	columns := strings.Split(string(header), ",")
	n := len(fixed())
	if !whole || len(columns) < n || !slices.Equal(columns[:n], fixed()) {
		return nil, fmt.Errorf("%s:1: this is not the header of a run: want one that starts with %s", name, strings.Join(fixed(), ","))
	}
	if strings.HasSuffix(string(header), "\r") {
		return nil, fmt.Errorf("%s:1: the line ends were changed to CRLF: restore the file", name)
	}
	t.layout = layoutOf(columns, axes)
	t.last = chain(0).next(string(header))
	t.size = int64(len(header)) + 1
	for line := 2; len(rest) > 0; line++ {
		text, after, whole := bytes.Cut(rest, []byte{'\n'})
		if !whole {
			t.torn = true
			break
		}
		if err := t.add(string(text)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		t.size += int64(len(text)) + 1
		rest = after
	}
	return t, nil
}

// add adds one whole line.
func (t *table) add(text string) error {
	fields := strings.Split(text, ",")
	if len(fields) != t.layout.columns {
		return fmt.Errorf("%d fields: want %d, as the header has", len(fields), t.layout.columns)
	}
	if t.layout.checked {
		body := text[:strings.LastIndexByte(text, ',')]
		t.last = t.last.next(body)
		if fields[len(fields)-1] != t.last.String() {
			return fmt.Errorf("this line, or the order of the lines, was changed after it was measured (%s should be %s): restore the file, or measure again", checkColumn, t.last)
		}
	}
	row, err := t.layout.decode(fields)
	if err != nil {
		return err
	}
	if n := len(t.rows); n > 0 && row.Seq <= t.rows[n-1].Seq {
		return fmt.Errorf("seq %d does not follow %d: lines are missing or out of order", row.Seq, t.rows[n-1].Seq)
	}
	t.rows = append(t.rows, row)
	return nil
}
