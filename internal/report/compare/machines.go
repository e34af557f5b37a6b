package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// On is a ratio on a part of a run on several machines.
type On struct {
	Where  string // "machine 2", or the processor model of several
	Number int    // of the machine; 0 over several
	Family string // the numbers of several machines, in words
	Rounds int    // of a machine, those that hold what is compared
	Ratio  Ratio  // without a p: what differs is said over the machines
	Out    string // why the machine is not in the mean over its family; mostly empty
	// Over has, of several machines, the logarithm of the ratio over them.
	Over *stats.Pooled
}

// notPooled is the estimate of what is not pooled.
func notPooled() claim.Pooled {
	nan := math.NaN()
	return claim.Pooled{Estimates: []stats.Estimate{{Value: nan, SE: nan, DF: nan}}}
}

// pool is Pool of a run on one machine, or of what is no time. On several machines each
// has a ratio of its own, and those of each family with enough machines are pooled
// (stats.RandomEffects); where that is not all of the run, the ratio is none. A machine
// without an estimate, or with one of too few rounds, is left out of the mean.
func (t *times) pool(a, b []runfolder.Cell) (claim.Pooled, []On, error) {
	machines := t.ByMachine()
	if m := t.Metric(a[0].Metric); machines == nil || m == nil || !m.Timed() {
		p, err := t.Pool(a, b)
		return p, nil, err
	}
	list := make([]On, len(machines))
	estimates := make([]stats.Estimate, len(machines))
	for i, m := range machines {
		list[i] = On{Where: m.Name(), Number: m.Number, Ratio: ratioOf(notPooled())}
		p, err := (&claim.Data{Summary: m.Summary}).Pool(a, b)
		if err != nil {
			list[i].Out = err.Error()
			if n := fewestOn(m, slices.Concat(a, b)); n < stats.LeastRounds {
				list[i].Rounds, list[i].Out = n, fmt.Sprintf("rounds: %d", n)
			}
			continue
		}
		estimates[i] = widest(p.Estimates)
		list[i].Rounds, list[i].Ratio = p.Rounds, ratioOf(p)
		list[i].Ratio.P = math.NaN()
		if p.Rounds < stats.LeastRounds {
			list[i].Out = fmt.Sprintf("rounds: %d", p.Rounds)
		}
	}
	whole, families := notPooled(), t.Families()
	var unpooled error
	for _, f := range families {
		if f.Model == "" {
			continue
		}
		in := report.Family{Model: f.Model}
		var own []stats.Estimate
		for _, i := range f.Machines {
			if list[i].Out == "" {
				in.Machines, own = append(in.Machines, i), append(own, estimates[i])
			}
		}
		if len(own) < stats.LeastPooled {
			continue
		}
		p, err := stats.RandomEffects(own)
		if err != nil {
			unpooled = err
			continue
		}
		mean := claim.Pooled{Estimates: []stats.Estimate{p.Mean}, How: fmt.Sprintf("%d machines", p.K)}
		r := ratioOf(mean)
		r.P = math.NaN()
		list = append(list, On{Where: f.Model, Family: in.Numbers(machines), Ratio: r, Over: &p})
		if len(families) == 1 {
			whole = mean
		}
	}
	return whole, list, unpooled
}

// fewestOn is how many values a machine has of that one of the cells of which it has the
// fewest.
func fewestOn(m report.Machine, cells []runfolder.Cell) int {
	n := m.Rounds()
	for _, c := range cells {
		n = min(n, len(m.Samples.Times(c)))
	}
	return n
}

// widest is the estimate with the widest interval.
func widest(list []stats.Estimate) stats.Estimate {
	return slices.MaxFunc(list, func(a, b stats.Estimate) int {
		if a.SE < b.SE {
			return -1
		}
		return 1
	})
}

// Predicted is the prediction for the next machine as a ratio.
func Predicted(p *stats.Pooled) stats.Interval {
	return stats.Interval{Low: math.Exp(p.Prediction.Low), High: math.Exp(p.Prediction.High)}
}

// MachinesTable has the ratios on each machine and over them.
func (c *Comparison) MachinesTable() table.Table {
	t := table.Table{
		Title:   "ratios by machine",
		Columns: []string{"metric", "filter", "on", "rounds", "ratio", "next machine", "I² %", "Q", "p of Q"}, Left: 3, Keys: 3,
		Widths: []int{0, 0, 20}, Ranks: []int{0, 0, 0, 1, 0, 0, 0, 2, 3},
	}
	over := 0
	left := map[string][]string{} // out of a mean over machines: who, of which ratios
	var names []string
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			for _, on := range p.On {
				if on.Out != "" {
					who := fmt.Sprintf("%s (%s)", on.Where, on.Out)
					if left[who] == nil {
						names = append(names, who)
					}
					left[who] = append(left[who], fmt.Sprintf("%s of %s", m.Name, p.Filter))
				}
				row := []string{string(m.Name), p.Filter, on.Where, strconv.Itoa(on.Rounds), on.Ratio.String(), "", "", "", ""}
				if on.Over != nil {
					over = on.Over.K
					next := Predicted(on.Over)
					_, text := table.Interval(math.Exp(on.Over.Mean.Value), next.Low, next.High)
					row[2], row[3] = fmt.Sprintf("%d × %s", on.Over.K, on.Where), ""
					row[5], row[6], row[7], row[8] = text, table.Number(100*on.Over.I2, 0), table.Number(on.Over.Q, 1), table.PValue(on.Over.P)
				}
				t.Rows = append(t.Rows, row)
			}
		}
	}
	if over > 0 {
		t.Lines = []string{OverMachines(over)}
	}
	for _, who := range names {
		of := strings.Join(left[who], ", ")
		if len(left[who]) == c.pooled() {
			of = "all ratios"
		}
		t.Notes = append(t.Notes, fmt.Sprintf("Not in the mean over machines, which wants %d rounds of each: %s, of %s.", stats.LeastRounds, who, of))
	}
	return t
}

// pooled is how many pooled ratios there are.
func (c *Comparison) pooled() (n int) {
	for _, m := range c.Metrics {
		n += len(m.Pooled)
	}
	return n
}

// OverMachines says how ratios are pooled over k machines, and what so few mean.
func OverMachines(k int) string {
	t := stats.Estimate{SE: 1, DF: float64(k - 2)}.CI().High
	text := fmt.Sprintf("over machines of one processor model: random effects (Paule and Mandel), interval by Hartung and Knapp with %d "+
		"degrees of freedom; next machine: where the ratio on one more such machine is expected, with 95 %%; I²: share of the "+
		"variation that is between machines", k-1)
	if k == stats.LeastPooled {
		text += fmt.Sprintf("; with three machines the factor of the prediction is t(1) = %s: it says little, and it is meant to; a fourth "+
			"machine makes it %s", table.Number(t, 1), table.Number(stats.Estimate{SE: 1, DF: 2}.CI().High, 1))
	}
	return text
}

// onRecords are the rows of a pooled ratio by machine, as in withMachines.
func (p Pooled) onRecords(metric runfolder.Metric) (records [][]string) {
	for _, on := range p.On {
		kind, rounds, over := "machine", strconv.Itoa(on.Rounds), make([]string, 6)
		if on.Over != nil {
			next := Predicted(on.Over)
			kind, rounds = "machines", ""
			over = []string{table.Exact(next.Low), table.Exact(next.High), table.Exact(on.Over.Tau2), table.Exact(on.Over.I2), table.Exact(on.Over.Q), table.Exact(on.Over.P)}
		}
		r := on.Ratio
		records = append(records, slices.Concat([]string{kind, string(metric), p.Filter, "", "", strconv.Itoa(p.Cells), "", "", "",
			table.Exact(r.Value), table.Exact(r.CI.Low), table.Exact(r.CI.High), "", "", "", p.Claim, "", on.Where, rounds}, over))
	}
	return records
}

// withMachines gives the records of a comparison on several machines their columns.
func (c *Comparison) withMachines(records [][]string) [][]string {
	if len(c.MachinesTable().Rows) == 0 {
		return records
	}
	records[0] = append(records[0], "on", "rounds", "next_low", "next_high", "tau2", "i2", "q", "q_p")
	for i := range records {
		records[i] = append(records[i], make([]string, len(records[0])-len(records[i]))...)
	}
	return records
}

type jsonOn struct {
	Where  string               `json:"on"`
	Number int                  `json:"machine,omitempty"` // absent over several
	Rounds int                  `json:"rounds,omitempty"`
	Out    string               `json:"left_out,omitempty"` // why it is not in the mean over machines
	Ratio  table.JSONNumber     `json:"ratio"`
	CI     [2]table.JSONNumber  `json:"ci"`
	K      int                  `json:"machines,omitempty"`
	Next   *[2]table.JSONNumber `json:"next_machine,omitempty"` // interval of the prediction
	Tau2   *table.JSONNumber    `json:"tau2,omitempty"`         // of the logarithm
	I2     *table.JSONNumber    `json:"i2,omitempty"`
	Q      *table.JSONNumber    `json:"q,omitempty"`
	QP     *table.JSONNumber    `json:"q_p,omitempty"`
}

func (p Pooled) jsonOn() (list []jsonOn) {
	for _, on := range p.On {
		j := jsonOn{Where: on.Where, Number: on.Number, Rounds: on.Rounds, Out: on.Out, Ratio: table.JSONNumber(on.Ratio.Value),
			CI: [2]table.JSONNumber{table.JSONNumber(on.Ratio.CI.Low), table.JSONNumber(on.Ratio.CI.High)}}
		if o := on.Over; o != nil {
			next := Predicted(o)
			tau2, i2, q, qp := table.JSONNumber(o.Tau2), table.JSONNumber(o.I2), table.JSONNumber(o.Q), table.JSONNumber(o.P)
			j.K, j.Next = o.K, &[2]table.JSONNumber{table.JSONNumber(next.Low), table.JSONNumber(next.High)}
			j.Tau2, j.I2, j.Q, j.QP = &tau2, &i2, &q, &qp
		}
		list = append(list, j)
	}
	return list
}

// sameBuild reports whether two runs were measured by one known revision.
func sameBuild(a, b *report.Summary) bool {
	x, y := a.Meta.Revision(), b.Meta.Revision()
	return x != "" && x == y && !strings.HasSuffix(x, " modified")
}
