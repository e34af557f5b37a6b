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
	points map[string]Point    // by the values, joined by commas
	extras map[string][]string // likewise
	joined []byte              // scratch
}

// most is how many different texts of a kind are held: a column of which no value
// repeats would cost more than it saves.
const most = 1 << 16

func newTexts() *texts {
	return &texts{map[string]string{}, map[string]Point{}, map[string][]string{}, nil}
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

func (t *texts) point(fields [][]byte, l *layout) Point {
	columns := l.axes
	key := t.join(fields, columns)
	if p, ok := t.points[string(key)]; ok {
		return p
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		if column >= 0 {
			values[i] = l.renamed.ValueNow(l.on[i].Name, t.one(fields[column]))
		}
	}
	p := At(values...)
	if len(t.points) < most {
		t.points[string(key)] = p
	}
	return p
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
func (l *layout) decode(fields [][]byte, t *texts) (Row, error) {
	var r Row
	var err error
	number := func(i int, to *int) {
		if err == nil {
			if *to, err = strconv.Atoi(string(fields[i])); err != nil {
				err = fmt.Errorf("column %d = %q is not a whole number", i+1, fields[i])
			}
		}
	}
	number(0, &r.Seq)
	number(1, &r.Round)
	if l.session >= 0 {
		number(l.session, &r.Session)
	}
	if err != nil {
		return r, err
	}
	if r.Ops, err = strconv.ParseInt(string(fields[8]), 10, 64); err != nil {
		return r, fmt.Errorf("ops = %q is not a whole number", fields[8])
	}
	r.Design, r.Unit = t.one(fields[2]), t.one(fields[7])
	r.Filter = l.renamed.Now(renamed.Method, t.one(fields[3]))
	r.Metric = Metric(l.renamed.Now(renamed.Metric, t.one(fields[5])))
	if r.Value, err = strconv.ParseFloat(string(fields[6]), 64); err != nil {
		return r, fmt.Errorf("value = %q is not a number", fields[6])
	}
	r.CPU = NoCPU
	if len(fields[9]) > 0 {
		if r.CPU, err = strconv.ParseInt(string(fields[9]), 10, 64); err != nil {
			return r, fmt.Errorf("cpu_ns = %q is not a whole number", fields[9])
		}
	}
	if e := fields[epsilonAt]; len(e) > 0 {
		if _, known := t.of[string(e)]; !known {
			if _, err := axis.ParseRate(string(e)); err != nil {
				return r, err
			}
			t.one(e)
		}
	}
	r.Point = t.point(fields, l)
	r.Extra = t.extra(fields, l.extra)
	return r, nil
}
