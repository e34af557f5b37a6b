package runfolder

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
)

// Names of the files in a run's folder.
const (
	MeasurementsFile = "measurements.csv"
	MetaFile         = "run.json"
)

// fixed are the columns that every run has, in front of the experiment's own.
func fixed() []string {
	return []string{"seq", "round", "design", "filter", "epsilon", "metric", "value", "unit", "ops", "cpu_ns"}
}

// checkColumn is the last column: the CRC-32C, in hexadecimal, of the checksum
// of the line before and of this line up to its last comma.
const checkColumn = "check"

// Columns returns the header of measurements.csv for an experiment with the
// given columns of its own.
func Columns(own ...string) []string {
	return slices.Concat(fixed(), own, []string{checkColumn})
}

// chain is the running checksum of a file's lines.
type chain uint32

func (c chain) next(line string) chain {
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(0, table, strconv.AppendUint(nil, uint64(c), 16))
	return chain(crc32.Update(sum, table, []byte(line)))
}

func (c chain) String() string { return fmt.Sprintf("%08x", uint32(c)) }

// encode writes a row as a line without its checksum and line end.
func (r Row) encode() (string, error) {
	cpu := ""
	if r.CPU != NoCPU {
		cpu = strconv.FormatInt(r.CPU, 10)
	}
	fields := append([]string{
		strconv.Itoa(r.Seq), strconv.Itoa(r.Round), r.Design, r.Filter, r.Epsilon.String(), r.Metric,
		strconv.FormatFloat(r.Value, 'f', -1, 64), r.Unit, strconv.FormatInt(r.Ops, 10), cpu,
	}, r.Extra...)
	for _, f := range fields {
		if strings.ContainsAny(f, ",\"\r\n") {
			return "", fmt.Errorf("a measurement may not hold %q: no commas, quotes or line ends", f)
		}
	}
	return strings.Join(fields, ","), nil
}

// decode reads the fields of a line, its checksum left out.
func decode(fields []string) (Row, error) {
	var r Row
	var err error
	number := func(i int, to *int) {
		if err == nil {
			if *to, err = strconv.Atoi(fields[i]); err != nil {
				err = fmt.Errorf("%s = %q is not a whole number", fixed()[i], fields[i])
			}
		}
	}
	var ops int
	number(0, &r.Seq)
	number(1, &r.Round)
	number(8, &ops)
	if err != nil {
		return r, err
	}
	r.Ops = int64(ops)
	r.Design, r.Filter, r.Metric, r.Unit = fields[2], fields[3], fields[5], fields[7]
	if err = r.Epsilon.UnmarshalText([]byte(fields[4])); err != nil {
		return r, err
	}
	if r.Value, err = strconv.ParseFloat(fields[6], 64); err != nil {
		return r, fmt.Errorf("value = %q is not a number", fields[6])
	}
	r.CPU = NoCPU
	if fields[9] != "" {
		if r.CPU, err = strconv.ParseInt(fields[9], 10, 64); err != nil {
			return r, fmt.Errorf("cpu_ns = %q is not a whole number", fields[9])
		}
	}
	r.Extra = fields[len(fixed()):]
	return r, nil
}

// table is measurements.csv as read.
type table struct {
	columns []string // of the experiment's own
	rows    []Row
	size    int64 // bytes up to the end of the last whole line
	last    chain // checksum of that line
	torn    bool  // an unfinished line follows
	checked bool  // the file carries checksums
}

// parseTable reads measurements.csv; name is used in errors.
func parseTable(name string, src []byte) (*table, error) {
	t := &table{}
	header, rest, whole := bytes.Cut(src, []byte{'\n'})
	columns := strings.Split(string(header), ",")
	n := len(fixed())
	if !whole || len(columns) < n || !slices.Equal(columns[:n], fixed()) {
		return nil, fmt.Errorf("%s:1: this is not the header of a run; it should start with %s", name, strings.Join(fixed(), ","))
	}
	if strings.HasSuffix(string(header), "\r") {
		return nil, fmt.Errorf("%s:1: the line ends were changed to CRLF: restore the file", name)
	}
	t.checked = columns[len(columns)-1] == checkColumn
	t.columns = columns[n:]
	if t.checked {
		t.columns = columns[n : len(columns)-1]
	}
	t.last = chain(0).next(string(header))
	t.size = int64(len(header)) + 1
	for line := 2; len(rest) > 0; line++ {
		text, after, whole := bytes.Cut(rest, []byte{'\n'})
		if !whole {
			t.torn = true
			break
		}
		if err := t.add(string(text), len(columns)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		t.size += int64(len(text)) + 1
		rest = after
	}
	return t, nil
}

// add takes one whole line.
func (t *table) add(text string, columns int) error {
	fields := strings.Split(text, ",")
	if len(fields) != columns {
		return fmt.Errorf("%d fields where the header has %d", len(fields), columns)
	}
	if t.checked {
		body := text[:strings.LastIndexByte(text, ',')]
		t.last = t.last.next(body)
		if fields[columns-1] != t.last.String() {
			return fmt.Errorf("this line, or the order of the lines, was changed after it was measured (%s should be %s): restore the file, or measure again", checkColumn, t.last)
		}
		fields = fields[:columns-1]
	}
	row, err := decode(fields)
	if err != nil {
		return err
	}
	if n := len(t.rows); n > 0 && row.Seq <= t.rows[n-1].Seq {
		return fmt.Errorf("seq %d does not follow %d: lines are missing or out of order", row.Seq, t.rows[n-1].Seq)
	}
	t.rows = append(t.rows, row)
	return nil
}
