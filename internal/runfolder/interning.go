package runfolder

import (
	"bytes"
	"fmt"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/renamed"
)

// texts holds every text of a file once: most rows repeat those of others.
type texts struct {
	of     map[string]string
	kinds  map[string]*kindInFile // by the fields that say it, joined by commas
	extras map[string][]string    // likewise
	joined []byte                 // scratch
}

// kindInFile is a kind of rows as a file has it.
type kindInFile struct {
	kind
	place int32 // in packed; below 0: not known yet
}

// most is how many different texts of a kind are held: a column of which no value
// repeats would cost more than it saves.
const most = 1 << 16

func newTexts() *texts {
	return &texts{map[string]string{}, map[string]*kindInFile{}, map[string][]string{}, nil}
}

func (t *texts) one(field []byte) string {
	if s, ok := t.of[string(field)]; ok {
		return s
	}
	s := string(field)
	if len(t.of) < most {
		t.of[s] = s
	}
	return s
}

// join joins the fields of some columns, those that are not there left empty.
func (t *texts) join(fields [][]byte, columns []int) []byte {
	t.joined = t.joined[:0]
	for i, column := range columns {
		if i > 0 {
			t.joined = append(t.joined, ',')
		}
		if column >= 0 {
			t.joined = append(t.joined, fields[column]...)
		}
	}
	return t.joined
}

// kind reads what the row has in common with others.
func (t *texts) kind(fields [][]byte, l *layout) (*kindInFile, error) {
	key := t.join(fields, l.kind)
	if k, ok := t.kinds[string(key)]; ok {
		return k, nil
	}
	named := string(key)
	if e := fields[epsilonAt]; len(e) > 0 {
		if _, err := axis.ParseRate(string(e)); err != nil {
			return nil, err
		}
	}
	values := make([]string, len(l.axes))
	for i, column := range l.axes {
		if column >= 0 {
			values[i] = l.renamed.ValueNow(l.on[i].Name, t.one(fields[column]))
		}
	}
	k := &kindInFile{kind{
		cell: Cell{
			Filter: l.renamed.Now(renamed.Method, t.one(fields[filterAt])),
			Metric: Metric(l.renamed.Now(renamed.Metric, t.one(fields[metricAt]))),
			Point:  At(values...),
		},
		design: t.one(fields[designAt]), unit: t.one(fields[unitAt]),
	}, -1}
	if len(t.kinds) < most {
		t.kinds[named] = k
	}
	return k, nil
}

func (t *texts) extra(fields [][]byte, columns []int) []string {
	if len(columns) == 0 {
		return nil
	}
	key := t.join(fields, columns)
	if e, ok := t.extras[string(key)]; ok {
		return e
	}
	e := make([]string, len(columns))
	for i, column := range columns {
		e[i] = t.one(fields[column])
	}
	if len(t.extras) < most {
		t.extras[string(key)] = e
	}
	return e
}

// split appends the fields of a line.
func split(fields [][]byte, line []byte) [][]byte {
	for {
		i := bytes.IndexByte(line, ',')
		if i < 0 {
			return append(fields, line)
		}
		fields, line = append(fields, line[:i]), line[i+1:]
	}
}

// decode reads the fields of a line.
func (l *layout) decode(fields [][]byte, t *texts) (Row, *kindInFile, error) {
	var r Row
	var err error
	number := func(i int) (n int64) {
		var ok bool
		if n, ok = digits(fields[i]); !ok && err == nil {
			if n, err = strconv.ParseInt(string(fields[i]), 10, 64); err != nil {
				err = fmt.Errorf("column %d = %q is not a whole number", i+1, fields[i])
			}
		}
		return n
	}
	r.Seq, r.Round, r.Ops = int(number(0)), int(number(1)), number(opsAt)
	if l.session >= 0 {
		r.Session = int(number(l.session))
	}
	r.CPU = NoCPU
	if len(fields[cpuAt]) > 0 {
		r.CPU = number(cpuAt)
	}
	if err != nil {
		return r, nil, err
	}
	if n, ok := digits(fields[valueAt]); ok {
		r.Value = float64(n)
	} else if r.Value, err = strconv.ParseFloat(string(fields[valueAt]), 64); err != nil {
		return r, nil, fmt.Errorf("value = %q is not a number", fields[valueAt])
	}
	k, err := t.kind(fields, l)
	if err != nil {
		return r, nil, err
	}
	r.Design, r.Unit, r.Filter, r.Metric, r.Point = k.design, k.unit, k.cell.Filter, k.cell.Metric, k.cell.Point
	r.Extra = t.extra(fields, l.extra)
	return r, k, nil
}

// digits reads a number of a few digits, as most are; others are for package strconv.
func digits(field []byte) (n int64, ok bool) {
	const most = 15 // digits, which a float64 has exactly
	for _, c := range field {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, len(field) > 0 && len(field) <= most
}
