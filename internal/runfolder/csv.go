package runfolder

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hyphbench/internal/axis"
	"hyphbench/internal/renamed"
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
	// Places in fixed.
	designAt, filterAt, epsilonAt, metricAt, valueAt, unitAt, opsAt, cpuAt = 2, 3, 4, 5, 6, 7, 8, 9

	sessionColumn = "session"
	// checkColumn is the last column: the CRC-32C, in hexadecimal, of the
	// checksum of the line before and of this line up to its last comma.
	checkColumn = "check"

	// Columns of runs in which others work for the measuring thread.
	ProcessCPUColumn = "process_cpu_ns" // CPU time of all threads of the process
	ServerCPUColumn  = "server_cpu_ns"  // that of a server asked
)

// Columns returns the header of measurements.csv for a run over the axes with
// the experiment's own columns behind them. The CPU times of others that work for a
// section come first of these, in front of the axes.
func Columns(axes []axis.Axis, own ...string) []string {
	list := append(fixed(), sessionColumn)
	for len(own) > 0 && (own[0] == ProcessCPUColumn || own[0] == ServerCPUColumn) {
		list, own = append(list, own[0]), own[1:]
	}
	for _, a := range axes {
		if a.Name != axis.Epsilon {
			list = append(list, a.Name)
		}
	}
	return slices.Concat(list, own, []string{checkColumn})
}

// chain is the running checksum of a file's lines.
type chain uint32

func (c chain) next(line []byte) chain {
	table := crc32.MakeTable(crc32.Castagnoli)
	var digits [8]byte
	sum := crc32.Update(0, table, strconv.AppendUint(digits[:0], uint64(c), 16))
	return chain(crc32.Update(sum, table, line))
}

// append appends what String returns.
func (c chain) append(text []byte) []byte {
	const digits = "0123456789abcdef"
	for shift := 28; shift >= 0; shift -= 4 {
		text = append(text, digits[c>>shift&15])
	}
	return text
}

// is reports whether a text is that of the checksum.
func (c chain) is(text []byte) bool {
	var digits [8]byte
	return bytes.Equal(text, c.append(digits[:0]))
}

func (c chain) String() string { return fmt.Sprintf("%08x", uint32(c)) }

// layout has the column of each field in measurements.csv.
type layout struct {
	columns int
	session int         // −1: the first schema has none
	axes    []int       // column of each axis
	on      []axis.Axis // these
	kind    []int       // columns of what the rows of a cell share
	extra   []int       // columns of the experiment's own
	names   []string
	checked bool // the file carries checksums
	renamed renamed.Names
}

// layoutOf reads a header, whose names may be old ones. An axis without a column has no
// values: −1.
func layoutOf(header []string, axes []axis.Axis, names renamed.Names) layout {
	l := layout{columns: len(header), session: -1, checked: header[len(header)-1] == checkColumn, on: axes, renamed: names}
	header = columnsNow(header, names)
	taken := map[int]bool{}
	for _, a := range axes {
		at := slices.Index(header, a.Name)
		taken[at] = true
		l.axes = append(l.axes, at)
	}
	l.kind = append([]int{designAt, filterAt, epsilonAt, metricAt, unitAt}, l.axes...)
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

// columnsNow are the columns of a header as they are called today.
func columnsNow(header []string, names renamed.Names) []string {
	now := make([]string, len(header))
	for i, column := range header {
		now[i] = names.Now(renamed.Column, column)
	}
	return now
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
	values := make([]string, len(l.axes))
	for i, column := range l.axes {
		values[i] = r.Point.Value(i)
		fields[column] = values[i]
	}
	if At(values...) != r.Point {
		return "", fmt.Errorf("a measurement of %q is at the point %q, which has not one value for each of %d axes", r.Metric, r.Point, len(values))
	}
	if len(r.Extra) != len(l.extra) {
		return "", fmt.Errorf("a measurement of %s has %d values for the %d columns %s", r.Metric, len(r.Extra), len(l.extra), strings.Join(l.names, ", "))
	}
	for i, column := range l.extra {
		fields[column] = r.Extra[i]
	}
	for i, f := range fields {
		if err := plain(f); err != nil {
			return "", fmt.Errorf("a measurement of %q: column %d: %w", r.Metric, i+1, err)
		}
	}
	if e := fields[epsilonAt]; e != "" {
		if _, err := axis.ParseRate(e); err != nil {
			return "", fmt.Errorf("a measurement of %q: %w", r.Metric, err)
		}
	}
	return strings.Join(fields, ","), nil
}

// plain checks a text that is to be a field. Refused is what this program, or
// another one that reads CSV, would not read as it was written.
func plain(text string) error {
	strange := func(r rune) bool {
		return strings.ContainsRune(",\"\u2028\u2029\ufeff", r) || unicode.IsControl(r)
	}
	if !utf8.ValidString(text) || strings.TrimSpace(text) != text || strings.ContainsFunc(text, strange) {
		return fmt.Errorf("%q cannot be written: want UTF-8 without commas, quotes, control characters, line ends, and spaces at its ends", text)
	}
	return nil
}

// checkColumns checks the header that a run is to have: in names of today.
func checkColumns(columns []string, axes []axis.Axis) error {
	n := len(fixed())
	if len(columns) < n+2 || !slices.Equal(columns[:n], fixed()) || columns[len(columns)-1] != checkColumn || !slices.Contains(columns, sessionColumn) {
		return fmt.Errorf("the columns %s do not begin with %s, hold %s and end with %s", strings.Join(columns, ","), strings.Join(fixed(), ","), sessionColumn, checkColumn)
	}
	seen := map[string]bool{"": true}
	for _, c := range columns {
		if seen[c] {
			return fmt.Errorf("the column %q is there twice or has no name", c)
		}
		seen[c] = true
		if err := plain(c); err != nil {
			return fmt.Errorf("column: %w", err)
		}
	}
	own := slices.Concat(fixed(), []string{"", sessionColumn, checkColumn})
	own = slices.DeleteFunc(own, func(c string) bool { return c == axis.Epsilon })
	for _, a := range axes {
		if !slices.Contains(columns, a.Name) || slices.Contains(own, a.Name) {
			return fmt.Errorf("the axis %q has no column of its own", a.Name)
		}
		own = append(own, a.Name)
	}
	return nil
}

// table is what measurements.csv is like, its rows aside.
type table struct {
	layout layout
	rows   int
	seq    int   // of the last row
	size   int64 // bytes up to the end of the last whole line
	last   chain // checksum of that line
	torn   bool  // an unfinished line follows

	texts  *texts
	fields [][]byte    // of the last line
	kind   *kindInFile // of that row
}

// parseTable reads measurements.csv of the run that meta describes, row by row;
// name is used in errors.
func parseTable(name string, src io.Reader, meta *Meta, visit func(Row, *kindInFile)) (*table, error) {
	r, err := readTable(name, src, meta)
	if err != nil {
		return nil, err
	}
	for {
		row, err := r.next()
		if err == io.EOF {
			return &r.table, nil
		}
		if err != nil {
			return nil, err
		}
		visit(row, r.kind)
	}
}

// tableReader reads measurements.csv row by row.
type tableReader struct {
	table
	name  string
	meta  *Meta
	lines *bufio.Reader
	line  int // the last one read
}

// readTable reads the header.
func readTable(name string, src io.Reader, meta *Meta) (*tableReader, error) {
	r := &tableReader{name: name, meta: meta, lines: bufio.NewReaderSize(src, 1<<16), line: 1}
	header, err := r.lines.ReadString('\n')
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := r.begin(header, meta); err != nil {
		return nil, r.wrong(err)
	}
	return r, nil
}

func (r *tableReader) wrong(err error) error { return fmt.Errorf("%s:%d: %w", r.name, r.line, err) }

// next is the next row; io.EOF behind the last one.
func (r *tableReader) next() (Row, error) {
	if err := r.compare(r.meta); err != nil {
		return Row{}, r.wrong(err)
	}
	r.line++
	text, err := r.read()
	if err == io.EOF {
		return Row{}, r.end(string(text))
	}
	if err != nil {
		return Row{}, err
	}
	row, err := r.add(text[:len(text)-1])
	if err != nil {
		return Row{}, r.wrong(err)
	}
	r.size += int64(len(text))
	return row, nil
}

// read is the next line with its end, valid up to the next call.
func (r *tableReader) read() ([]byte, error) {
	text, err := r.lines.ReadSlice('\n')
	if err == bufio.ErrBufferFull { // longer than any that this program writes
		rest, err := r.lines.ReadBytes('\n')
		return append(bytes.Clone(text), rest...), err
	}
	return text, err
}

// end is io.EOF, unless what follows the last line end is wrong or lines are missing.
func (r *tableReader) end(text string) error {
	if r.torn = text != ""; r.torn {
		if err := r.checkTorn(text, r.meta); err != nil {
			return r.wrong(err)
		}
	}
	if r.rows < r.meta.Rows {
		return r.wrong(fmt.Errorf("the file was cut: %d measurements where %s recorded %d: restore the file", r.rows, MetaFile, r.meta.Rows))
	}
	return io.EOF
}

// begin takes the first line, with its end.
func (t *table) begin(line string, meta *Meta) error {
	header, whole := strings.CutSuffix(line, "\n")
	columns := strings.Split(header, ",")
	n := len(fixed())
	if !whole || len(columns) < n || !slices.Equal(columns[:n], fixed()) {
		return fmt.Errorf("this is not the header of a run: want one that starts with %s", strings.Join(fixed(), ","))
	}
	if strings.HasSuffix(header, "\r") {
		return errors.New("the line ends were changed to CRLF: restore the file")
	}
	if want := strings.Join(meta.Columns, ","); meta.sealed() && header != want {
		return fmt.Errorf("the header was changed: want %s: restore the file", want)
	}
	t.layout = layoutOf(columns, meta.Axes, renamed.In(meta.Experiment))
	t.last = chain(0).next([]byte(header))
	t.size = int64(len(line))
	return nil
}

// compare compares the lines so far with what run.json recorded of them.
func (t *table) compare(meta *Meta) error {
	switch {
	case !meta.sealed():
	case t.rows == meta.Rows && !t.last.is([]byte(meta.Check)):
		return fmt.Errorf("the lines up to this one are not those of which %s recorded the checksum %s: restore both files", MetaFile, meta.Check)
	case t.rows > meta.Rows && meta.closed():
		return fmt.Errorf("this line was added after the run had ended with %d measurements: restore the file", meta.Rows)
	}
	return nil
}

// checkTorn checks a last line without its end. That of a killed process is
// measured again; one that lost its end in another way is not.
func (t *table) checkTorn(text string, meta *Meta) error {
	if !meta.sealed() {
		return nil
	}
	if meta.State == Finished {
		if t.rows < meta.Rows {
			return nil // it goes on in no line of its own: it was cut
		}
		return fmt.Errorf("the file goes on after its %d measurements: restore it", meta.Rows)
	}
	fields := strings.Split(text, ",")
	digits := len(chain(0).String())
	if n := len(fields); n > t.layout.columns || n == t.layout.columns && len(fields[n-1]) > digits {
		return errors.New("the end of this line was changed after it was measured: restore the file")
	}
	return nil
}

// add adds one whole line.
func (t *table) add(text []byte) (Row, error) {
	if t.texts == nil {
		t.texts = newTexts()
	}
	t.fields = split(t.fields[:0], text)
	if n := len(t.fields); n != t.layout.columns {
		return Row{}, fmt.Errorf("%d fields: want %d, as the header has: restore the file", n, t.layout.columns)
	}
	if t.layout.checked {
		check := t.fields[len(t.fields)-1]
		t.last = t.last.next(text[:len(text)-len(check)-1])
		if !t.last.is(check) {
			return Row{}, fmt.Errorf("this line, or the order of the lines, was changed after it was measured (%s should be %s): restore the file, or measure again", checkColumn, t.last)
		}
	}
	row, kind, err := t.layout.decode(t.fields, t.texts)
	if err != nil {
		return row, err
	}
	t.kind = kind
	if t.rows > 0 && row.Seq <= t.seq {
		return row, fmt.Errorf("seq %d does not follow %d: lines are missing or out of order", row.Seq, t.seq)
	}
	t.rows++
	t.seq = row.Seq
	return row, nil
}
