package aggregates

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Turned: map[string]string{"TestClaims": "DA1 DA2 DA3 DA4 DA5 DA6 DA7"},
		Small: []string{"--nodes=8,12", "--changing=0,5%", "--eps=1%,20%", "--rounds=9", "--meetings=3", "--reps=2", "--seed=5"},
		Bad:   [][]string{{"--nodes=7"}, {"--nodes=2049"}, {"--rounds=7"}, {"--rounds=16385"}, {"--meetings=0"}}})
}

// Values change at their share, into other ones; those of the beginning and the partners are the
// same for all shares, and no node meets itself.
func TestValues(t *testing.T) {
	const n, rounds = 200, 400
	still := newValues(n, 3, 0, 9)
	v := newValues(n, 3, 0.1, 9)
	if !slices.Equal(v.of, still.of) || v.partner(5, 7) != still.partner(5, 7) {
		t.Error("values and partners depend on the share")
	}
	changed := 0
	for range rounds {
		v.turn()
		for node := range n {
			if v.now[node] != v.last[node] {
				changed++
			}
		}
	}
	if share := float64(changed) / (n * rounds); math.Abs(share-0.1) > 0.005 {
		t.Errorf("%v of the values change in a round", share)
	}
	for node := range n {
		met := map[int]bool{}
		for i := range n - 1 {
			met[v.partner(node, i)] = true
		}
		if len(met) != n-1 || met[node] {
			t.Errorf("node %d meets %d others, itself: %v", node, len(met), met[node])
		}
	}
}

// What is taken out of a filter leaves the others, and what is put in is there.
func TestMembers(t *testing.T) {
	m, exact := newMembers(100, 0.01, 3), newMembers(100, 0, 3)
	for _, of := range []*members{m, exact} {
		for node := range 60 {
			of.least(node, uint8(node%possible), 1)
		}
		for node := range 30 {
			of.least(node, uint8(node%possible), -1)
		}
		there := 0
		for node := range 60 {
			has := of.has(node, uint8(node%possible))
			if node >= 30 && !has {
				t.Errorf("%d is lost", node)
			}
			if node < 30 && has {
				there++
			}
		}
		if there > 3 || of == exact && there > 0 {
			t.Errorf("%d of 30 that were taken out are there", there)
		}
	}
	m.cells[0] = 15
	for node := range 100 {
		m.least(node, 0, 1)
		m.least(node, 0, -1)
	}
	if m.cells[0] != 15 {
		t.Error("a counter that overflowed does not stick")
	}
}

// A sum that does not have the values in it ends the run.
func TestGate(t *testing.T) {
	v := newValues(20, 5, 0.1, 3)
	m := newMethod(v, filters, 0.05, 3).(*meetings)
	for r := 1; r < 9; r++ {
		v.turn()
		m.round(r)
	}
	if _, _, err := m.faults(); err != nil {
		t.Error(err)
	}
	m.sums[7]++
	if _, _, err := m.faults(); err == nil {
		t.Error("a wrong sum passes")
	}
}

// The largest value is that of those who are there: one that falls leaves the next.
func TestMaximumFalls(t *testing.T) {
	v := newValues(20, 19, 0, 3)
	for node := range v.of {
		v.of[node] = [possible]uint32{uint32(100 + node), 1, 2, 3}
	}
	m := newMethod(v, exact, 0, 3)
	m.round(1)
	_, _, before := m.estimate(0)
	v.now[19], v.now[18] = 1, 2
	m.round(2)
	if _, _, after := m.estimate(0); before != 119 || after != 117 {
		t.Errorf("the maximum is %v, then %v", before, after)
	}
}

// direct works out a place with maps, and recounts all that nodes know from what they were told.
type direct struct {
	n, meet       int
	of            [][possible]uint32
	order         [][]int
	states        [][]uint8 // of each round, from 0 on
	seed          uint64
	rate          float64
	multiset      []map[int]int // a filter's counters, two for a node
	told          []map[string]int
	last          []map[int]uint32
	sequence      []map[int]int // when each was told, for equal values
	clock, bytes  int
	tables        []map[int][2]int // value and round, by node
	sum, weight   []float64
	top           []float64
	before        [][3]float64
	errors        [][3]float64 // of each round
	sent          []int
	refused, odds []float64
}

func newDirect(n, meet, rounds int, share, rate float64, seed uint64) *direct {
	d := &direct{n: n, meet: meet, seed: seed, rate: rate}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	for node := range n {
		var list [possible]uint32
		for i := range list {
			list[i] = 1 + uint32(1000*random.ExpFloat64())
		}
		d.of = append(d.of, list)
		var order []int
		for _, other := range random.Perm(n) {
			if other != node {
				order = append(order, other)
			}
		}
		d.order = append(d.order, order)
	}
	d.states = [][]uint8{make([]uint8, n)}
	random = rand.New(rand.NewPCG(seed, 'c'))
	for r := range rounds {
		now := slices.Clone(d.states[r])
		for node := range now {
			if random.Float64() < share {
				now[node] = (now[node] + uint8(random.IntN(3)) + 1) % 4
			}
		}
		d.states = append(d.states, now)
	}
	return d
}

func (d *direct) value(r, node int) uint32 { return d.of[node][d.states[r][node]] }

// probes are the counters of a value in a filter, by the number of the filter.
func (d *direct) probes(of, node int, value uint8) (list []int) {
	if d.rate == 0 {
		return []int{node*possible + int(value)}
	}
	m, k := bloom.StandardSize(d.n-1, d.rate)
	hash := filter.NewHasher(filter.Config{Seed: filter.Mix(d.seed + uint64(of))})
	for _, h := range filter.Probes(nil, hash.Number(uint64(node*possible+int(value))), k) {
		at, _ := bits.Mul64(h, m)
		list = append(list, int(at))
	}
	return list
}

func (d *direct) has(of, node int, value uint8) bool {
	for _, p := range d.probes(of, node, value) {
		if d.multiset[of][p] == 0 {
			return false
		}
	}
	return true
}

func (d *direct) put(of, node int, value uint8, by int) {
	for _, p := range d.probes(of, node, value) {
		if d.multiset[of][p] += by; d.multiset[of][p] > 14 {
			panic("counters of the golden test do not stick")
		}
	}
}

// outcome is what the two filters of a pair make of the present value.
func (d *direct) outcome(r, giver, receiver int) (silent, refused bool, old int, named int) {
	now := d.states[r][giver]
	old = -1
	if d.has(2*giver, receiver, now) {
		return true, false, -1, 0
	}
	for v := 3; v >= 0; v-- {
		if uint8(v) != now && d.has(2*giver, receiver, uint8(v)) {
			named++
			if d.has(2*receiver+1, giver, uint8(v)) {
				old = v
			}
		}
	}
	return false, old < 0 && d.has(2*receiver+1, giver, now), old, named
}

// key names a value of a giver at a receiver.
func key(receiver, giver int, value uint8) string { return fmt.Sprint(receiver, giver, value) }

func (d *direct) meetings(r int) {
	if r == 1 {
		for range 2 * d.n {
			d.multiset = append(d.multiset, map[int]int{})
		}
		d.told = []map[string]int{{}}
		d.last, d.sequence = make([]map[int]uint32, d.n), make([]map[int]int, d.n)
	}
	for giver := range d.n {
		for i := range d.meet {
			receiver := d.order[giver][((r-1)*d.meet+i)%(d.n-1)]
			silent, refused, old, named := d.outcome(r, giver, receiver)
			if silent {
				continue
			}
			d.bytes += 8 + 1 + 4 + 5*named + 1
			if refused {
				continue
			}
			now := d.states[r][giver]
			if old >= 0 {
				d.put(2*giver, receiver, uint8(old), -1)
				d.put(2*receiver+1, giver, uint8(old), -1)
				d.told[0][key(receiver, giver, uint8(old))]--
			}
			d.put(2*giver, receiver, now, 1)
			d.put(2*receiver+1, giver, now, 1)
			d.told[0][key(receiver, giver, now)]++
			if d.last[receiver] == nil {
				d.last[receiver], d.sequence[receiver] = map[int]uint32{}, map[int]int{}
			}
			d.clock++
			d.last[receiver][giver], d.sequence[receiver][giver] = d.value(r, giver), d.clock
			for len(d.last[receiver]) > 8 { // the smallest goes; of equal ones the one told last
				worst := -1
				for node, v := range d.last[receiver] {
					if w := d.last[receiver]; worst < 0 || v < w[worst] || v == w[worst] && d.sequence[receiver][node] > d.sequence[receiver][worst] {
						worst = node
					}
				}
				delete(d.last[receiver], worst)
			}
		}
	}
}

// known is what a node knows by meetings, recounted.
func (d *direct) known(r, node int) (sum, mean, maximum float64) {
	sum, maximum = float64(d.value(r, node)), float64(d.value(r, node))
	count := 1
	for giver := range d.n {
		for v := range uint8(possible) {
			c := d.told[0][key(node, giver, v)]
			sum += float64(c) * float64(d.of[giver][v])
			count += c
		}
	}
	for _, v := range d.last[node] {
		maximum = max(maximum, float64(v))
	}
	return sum, sum / float64(count), maximum
}

func (d *direct) faults(r int) (refused, odd float64) {
	for receiver := range d.n {
		for giver := range d.n {
			all, negative := 0, false
			for v := range uint8(possible) {
				c := d.told[0][key(receiver, giver, v)]
				all, negative = all+c, negative || c < 0
			}
			if all > 1 || negative {
				odd++
			}
			if giver != receiver && d.told[0][key(receiver, giver, d.states[r][giver])] == 0 {
				if silent, no, _, _ := d.outcome(r, giver, receiver); silent || no {
					refused++
				}
			}
		}
	}
	pairs := float64(d.n * (d.n - 1))
	return refused / pairs, odd / pairs
}

// lasting is three times the logarithm, rounded up, without a logarithm.
func (d *direct) lasting() (rounds int) {
	for size := 1; size < d.n; size *= 2 {
		rounds += 3
	}
	return rounds
}

func (d *direct) tell(r int) {
	if r == 1 {
		for node := range d.n {
			d.tables = append(d.tables, map[int][2]int{node: {int(d.value(0, node)), 0}})
		}
	}
	type message struct {
		to      int
		entries map[int][2]int
	}
	var list []message
	for node := range d.n {
		if d.states[r][node] != d.states[r-1][node] {
			d.tables[node][node] = [2]int{int(d.value(r, node)), r}
		}
		m := message{d.order[node][(r-1)%(d.n-1)], map[int][2]int{}}
		for of, e := range d.tables[node] {
			if e[1] >= r-d.lasting() {
				m.entries[of] = e
			}
		}
		d.bytes += 16 * len(m.entries)
		list = append(list, m)
	}
	for _, m := range list {
		for of, e := range m.entries {
			if mine, known := d.tables[m.to][of]; !known || e[1] > mine[1] {
				d.tables[m.to][of] = e
			}
		}
	}
}

func (d *direct) table(node int) (sum, mean, maximum float64) {
	for _, e := range d.tables[node] {
		sum, maximum = sum+float64(e[0]), max(maximum, float64(e[0]))
	}
	return sum, sum / float64(len(d.tables[node])), maximum
}

func (d *direct) push(r int, method string) {
	if r == 1 || method == restarted && (r-1)%d.lasting() == 0 {
		if r > 1 {
			d.before = make([][3]float64, d.n)
			for node := range d.n {
				d.before[node] = [3]float64{d.sum[node], d.weight[node], d.top[node]}
			}
		}
		d.sum, d.weight, d.top = make([]float64, d.n), make([]float64, d.n), make([]float64, d.n)
		at := r
		if r == 1 {
			at = 0 // what a node begins with is of before the first round
		}
		for node := range d.n {
			d.sum[node], d.weight[node], d.top[node] = float64(d.value(at, node)), 1, float64(d.value(at, node))
		}
	}
	sum, weight, top := make([]float64, d.n), make([]float64, d.n), make([]float64, d.n)
	for node := range d.n {
		if method == adjusted {
			d.sum[node] += float64(d.value(r, node)) - float64(d.value(r-1, node))
			d.top[node] = max(d.top[node], float64(d.value(r, node)))
		}
	}
	for node := range d.n {
		sum[node] += d.sum[node] / 2
		weight[node] += d.weight[node] / 2
		top[node] = max(top[node], d.top[node])
		to := d.order[node][(r-1)%(d.n-1)]
		sum[to] += d.sum[node] / 2
		weight[to] += d.weight[node] / 2
		top[to] = max(top[to], d.top[node])
	}
	d.sum, d.weight, d.top = sum, weight, top
	d.bytes += 20 * d.n
}

func (d *direct) pushed(node int) (sum, mean, maximum float64) {
	s, w, x := d.sum[node], d.weight[node], d.top[node]
	if d.before != nil {
		s, w, x = d.before[node][0], d.before[node][1], d.before[node][2]
	}
	return s / w * float64(d.n), s / w, x
}

// work carries out all rounds of a method.
func (d *direct) work(method string) {
	d.errors, d.sent, d.refused, d.odds = [][3]float64{{}}, []int{0}, []float64{0}, []float64{0}
	for r := 1; r < len(d.states); r++ {
		know := d.pushed
		refused, odd := math.NaN(), math.NaN()
		switch method {
		case filters, exact:
			d.meetings(r)
			know = func(node int) (sum, mean, maximum float64) { return d.known(r, node) }
			refused, odd = d.faults(r)
		case tables:
			d.tell(r)
			know = d.table
		default:
			d.push(r, method)
		}
		var all []float64
		for node := range d.n {
			all = append(all, float64(d.value(r, node)))
		}
		sum := 0.0
		for _, v := range all {
			sum += v
		}
		var off [3]float64
		for node := range d.n {
			s, m, x := know(node)
			off[0] += math.Abs(s-sum) / sum / float64(d.n)
			off[1] += math.Abs(m-sum/float64(d.n)) / (sum / float64(d.n)) / float64(d.n)
			off[2] += math.Abs(x-slices.Max(all)) / slices.Max(all) / float64(d.n)
		}
		d.errors, d.sent = append(d.errors, off), append(d.sent, d.bytes)
		d.refused, d.odds = append(d.refused, refused), append(d.odds, odd)
	}
}

// Every value of a small run is what the protocols give in plain maps, recounted in every round.
func TestGoldenRows(t *testing.T) {
	const rounds, meet = 26, 4
	seed := experiment.RoundSeed(7, 1)
	b := experimenttest.Trials(t, New(), "--nodes=9,14", "--changing=0,10%", "--eps=5%,30%", "--rounds=26", "--meetings=4", "--seed=7")
	done := map[string]*direct{}
	some := map[runfolder.Metric]bool{}
	rows := 0
	for step := range b.Plan(0).All() {
		if step.Round == 1 {
			rows++
		}
	}
	experimenttest.Golden(t, New(), nil, rows, experimenttest.Worked{Bench: b, Of: func(c runfolder.Cell) (experimenttest.Span, bool) {
		number := func(axis int) float64 { v, _ := strconv.ParseFloat("0"+c.Point.Value(axis), 64); return v }
		r, n, rate := int(number(0)), int(number(1)), number(3)
		name := fmt.Sprint(c.Filter, n, number(2), rate)
		d := done[name]
		if d == nil {
			d = newDirect(n, meet, rounds, number(2), rate, seed)
			d.work(c.Filter)
			done[name] = d
		}
		want := 0.0
		switch c.Metric {
		case ErrorSum, ErrorMean, ErrorMax:
			for i := r/2 + 1; i <= r; i++ {
				want += d.errors[i][slices.Index([]runfolder.Metric{ErrorSum, ErrorMean, ErrorMax}, c.Metric)] / float64(r-r/2)
			}
		case Bytes:
			want = float64(d.sent[r]) / float64(n*r)
		case Refused:
			want = d.refused[r]
		case Miscounted:
			want = d.odds[r]
		case Memory:
			m, _ := bloom.StandardSize(n-1, max(rate, 1e-9))
			want = map[string]float64{filters: 2*math.Ceil(float64(m)/2) + 108, exact: float64(2*9*(n-1) + 108), tables: float64(16 * n), pushSum: 20, adjusted: 20, restarted: 40}[c.Filter]
		}
		some[c.Metric] = some[c.Metric] || want > 0
		return experimenttest.Span{Low: want*(1-1e-9) - 1e-12, High: want*(1+1e-9) + 1e-12}, true
	}})
	for _, m := range New().Reading().Metrics {
		if !some[m.Name] {
			t.Errorf("%s is 0 everywhere: the test shows nothing of it", m.Name)
		}
	}
	if rows != 167 {
		t.Errorf("%d rows", rows)
	}
}

// Claims are supported by rows made for them, and contradicted by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, New(), "--nodes=8,12", "--changing=0,1%,10%", "--eps=1%,20%", "--rounds=8", "--reps=2")
	for i := range run.Rows {
		r := &run.Rows[i]
		switch {
		case r.Metric == Refused:
			r.Value = 0.005
		case r.Metric == Memory || r.Metric == Bytes:
			r.Value = map[string]float64{filters: 5, exact: 9, tables: 8}[r.Filter]
		default:
			r.Value = map[string]float64{filters: 0.005, pushSum: 0.01, adjusted: 0.02, restarted: 0.015}[r.Filter]
		}
	}
	experimenttest.Supported(t, New(), run, map[string]claim.Verdict{"DA2": claim.ByConstruction})
	of := experimenttest.Of
	still := func(m runfolder.Metric) experimenttest.Rows { return of(filters, m).At(2, "0").At(0, "8") }
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"DA1", still(ErrorSum).Is(0.02), claim.Contradicted},
		{"DA1", still(ErrorMean).Is(0.02), claim.Contradicted},
		{"DA1", still(ErrorMax).At(3, "0.01").Is(0.02), claim.Contradicted},
		{"DA1", still(ErrorMax).At(3, "0.2").Is(0.02), claim.Supported},
		{"DA1", of(filters, ErrorSum).At(0, "4").Is(0.02), claim.Supported},
		{"DA1", of(filters).Gone(), claim.NotTested},
		{"DA2", of(exact, Memory).Is(4), claim.Contradicted},
		{"DA2", experimenttest.Gone(exact), claim.NotTested},
		{"DA3", still(ErrorSum).Is(0.004), claim.Contradicted},
		{"DA3", still(ErrorSum).Is(0.0052), claim.Supported},
		{"DA4", of(tables, Bytes).At(2, "0.1").Is(4), claim.Contradicted},
		{"DA4", of(tables, Bytes).At(0, "4").Is(4), claim.Supported},
		{"DA5", of(pushSum, ErrorMean).At(2, "0.1").Is(0.004), claim.Contradicted},
		{"DA5", of(pushSum, ErrorMean).At(2, "0").Is(0.004), claim.Supported},
		{"DA6", of(restarted, ErrorMean).At(2, "0.1").Is(0.004), claim.Contradicted},
		{"DA6", of(adjusted, ErrorMean).At(2, "0.1").Is(0.004), claim.Contradicted},
		{"DA6", experimenttest.Gone(restarted), claim.NotTested},
		{"DA7", of(adjusted, ErrorMax).At(2, "0.1").Is(0.004), claim.Contradicted},
	})
}
