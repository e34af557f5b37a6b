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
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Turned: map[string]string{"TestClaims": "DA1 DA3 DA4 DA5 DA7"},
		Small: []string{"--nodes=8,12", "--changing=0,5%", "--eps=1%,20%", "--rounds=3,9", "--reps=2", "--seed=5"},
		Bad:   [][]string{{"--nodes=7"}, {"--nodes=2049"}, {"--rounds=16385"}}})
}

// Values change at their share, into other ones; those of the beginning and the partners are the
// same for all shares, and no node meets itself.
func TestValues(t *testing.T) {
	const n, rounds = 200, 400
	still := newValues(n, 0, 9)
	v := newValues(n, 0.1, 9)
	if !slices.Equal(v.of, still.of) || v.partner(5) != still.partner(5) {
		t.Error("values and partners depend on the share")
	}
	changed := 0
	for range rounds {
		before := slices.Clone(v.now)
		v.turn()
		for node := range n {
			if v.now[node] != before[node] {
				changed++
			}
		}
	}
	if share := float64(changed) / (n * rounds); math.Abs(share-0.1) > 0.005 {
		t.Errorf("%v of the values change in a round", share)
	}
	met := make([]float64, n) // node 3 sends to each other one as often, but for chance
	for range 100 * n {
		met[v.partner(3)]++
	}
	spread := 0.0
	for node, times := range met {
		if want := 100.0 * n / (n - 1); node != 3 {
			spread += (times - want) * (times - want) / want
		}
	}
	if met[3] > 0 || spread < 120 || spread > 290 { // χ² of 198 degrees, 5 standard deviations
		t.Errorf("node 3 meets itself %v times, the others with χ² = %v", met[3], spread)
	}
}

// The largest value is that of those who are there: one that falls leaves the next.
func TestMaximumFalls(t *testing.T) {
	v := newValues(20, 0, 3)
	for node := range v.of {
		v.of[node] = [possible]uint32{uint32(100 + node), 1, 2, 3}
	}
	m, err := newMethod(v, exact, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	meet := func() {
		for range 400 { // each meets each but with a probability of 10⁻⁷
			m.step()
		}
	}
	meet()
	before := m.estimate(0)[2]
	v.now[19], v.now[18] = 1, 2
	meet()
	if after := m.estimate(0)[2]; before != 119 || after != 117 {
		t.Errorf("the maximum is %v, then %v", before, after)
	}
}

// direct works out a place with maps, and recounts all that nodes know from what they were told.
type direct struct {
	n           int
	of          [][possible]uint32
	partners    *rand.Rand
	states      [][]uint8 // of each round, from 0 on
	seed        uint64
	rate        float64
	multiset    []map[int]int // a filter's counters, two for a node
	told        []map[string]int
	last        []map[int]uint32
	bytes       int
	sum, weight []float64
	errors      [][3]float64 // of each round
	sent        []int
}

func newDirect(n, rounds int, share, rate float64, seed uint64) *direct {
	d := &direct{n: n, seed: seed, rate: rate, partners: rand.New(rand.NewPCG(seed, 'p'))}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	for range n {
		var list [possible]uint32
		for i := range list {
			list[i] = 1 + uint32(1000*random.ExpFloat64())
		}
		d.of = append(d.of, list)
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

// to are whom all nodes send to in the next step, each out of a list of those behind it.
func (d *direct) to() (list []int) {
	for node := range d.n {
		var others []int
		for i := 1; i < d.n; i++ {
			others = append(others, (node+i)%d.n)
		}
		list = append(list, others[d.partners.IntN(len(others))])
	}
	return list
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
		d.last = make([]map[int]uint32, d.n)
	}
	for range 16 {
		for giver, receiver := range d.to() {
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
				d.last[receiver] = map[int]uint32{}
			}
			d.last[receiver][giver] = d.value(r, giver)
			for len(d.last[receiver]) > 8 { // the smallest goes; of equal ones that of the first node
				worst := -1
				for node, v := range d.last[receiver] {
					if w := d.last[receiver]; worst < 0 || v < w[worst] || v == w[worst] && node < worst {
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

// push is a step of a round: the first adds what changed.
func (d *direct) push(r, step int) {
	if d.sum == nil {
		d.sum, d.weight = make([]float64, d.n), make([]float64, d.n)
		for node := range d.n {
			d.sum[node], d.weight[node] = float64(d.value(0, node)), 1
		}
	}
	sum, weight := make([]float64, d.n), make([]float64, d.n)
	for node := range d.n {
		if step == 0 {
			d.sum[node] += float64(d.value(r, node)) - float64(d.value(r-1, node))
		}
	}
	for node, other := range d.to() {
		for _, to := range []int{node, other} {
			sum[to] += d.sum[node] / 2
			weight[to] += d.weight[node] / 2
		}
	}
	d.sum, d.weight = sum, weight
	d.bytes += 16 * d.n
}

func (d *direct) pushed(node int) (sum, mean, maximum float64) {
	s, w := d.sum[node], d.weight[node]
	return s / w * float64(d.n), s / w, math.NaN()
}

// work carries out all rounds of a method.
func (d *direct) work(method string) {
	d.errors, d.sent = [][3]float64{{}}, []int{0}
	for r := 1; r < len(d.states); r++ {
		know := d.pushed
		if method == filters || method == exact {
			d.meetings(r)
			know = func(node int) (sum, mean, maximum float64) { return d.known(r, node) }
		} else {
			for step := range 16 {
				d.push(r, step)
			}
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
	}
}

// Every value of a small run is what the protocols give in plain maps, recounted in every round.
func TestGoldenRows(t *testing.T) {
	const rounds = 26
	seed := experiment.RoundSeed(7, 1)
	b := experimenttest.Trials(t, New(), "--nodes=9,14", "--changing=0,10%", "--eps=5%,30%", "--rounds=1,6,13,26", "--seed=7")
	done := map[string]*direct{}
	some := map[runfolder.Metric]bool{}
	rows := 0
	for step := range b.Plan(0).All() {
		if step.Round == 1 && (step.Cell.Metric != ErrorMax || step.Cell.Filter != pushSum) {
			rows++
		}
	}
	experimenttest.Golden(t, New(), nil, rows, experimenttest.Worked{Bench: b, Of: func(c runfolder.Cell) (experimenttest.Span, bool) {
		number := func(axis int) float64 { v, _ := strconv.ParseFloat("0"+c.Point.Value(axis), 64); return v }
		r, n, rate := int(number(0)), int(number(1)), number(3)
		name := fmt.Sprint(c.Filter, n, number(2), rate)
		d := done[name]
		if d == nil {
			d = newDirect(n, rounds, number(2), rate, seed)
			d.work(c.Filter)
			done[name] = d
		}
		want := 0.0
		switch c.Metric {
		case ErrorSum, ErrorMean, ErrorMax:
			want = d.errors[r][slices.Index([]runfolder.Metric{ErrorSum, ErrorMean, ErrorMax}, c.Metric)]
		case Bytes:
			want = float64(d.sent[r]) / float64(n*r)
		}
		some[c.Metric] = some[c.Metric] || want > 0
		return experimenttest.Span{Low: want*(1-1e-9) - 1e-12, High: want*(1+1e-9) + 1e-12}, true
	}})
	for _, m := range New().Reading().Metrics {
		if !some[m.Name] {
			t.Errorf("%s is 0 everywhere: the test shows nothing of it", m.Name)
		}
	}
	if rows != 148 {
		t.Errorf("%d rows", rows)
	}
}

// Claims are supported by rows made for them, and contradicted by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, New(), "--nodes=8,12", "--changing=0,1%,10%", "--eps=1%,20%", "--rounds=4,8", "--reps=2")
	for i := range run.Rows {
		r := &run.Rows[i]
		switch {
		case r.Metric == Bytes:
			r.Value = map[string]float64{filters: 5, exact: 9, pushSum: 8}[r.Filter]
		default:
			r.Value = map[string]float64{filters: 0.005, exact: 0.001, pushSum: 0.02}[r.Filter] * (1 + 0.001*float64(r.Round))
		}
	}
	experimenttest.Supported(t, New(), run, nil)
	of := experimenttest.Of
	still := func(m runfolder.Metric) experimenttest.Rows { return of(filters, m).At(2, "0").At(0, "8") }
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"DA1", still(ErrorSum).Is(0.02), claim.Contradicted},
		{"DA1", still(ErrorMean).Is(0.02), claim.Contradicted},
		{"DA1", still(ErrorMax).At(3, "0.01").Is(0.02), claim.Contradicted},
		{"DA1", still(ErrorMax).At(3, "0.2").Is(0.02), claim.Supported},
		{"DA1", of(filters, ErrorSum).At(0, "4").Is(0.02), claim.Supported},
		{"DA1", of(filters).Gone(), claim.NotTested},
		{"DA3", still(ErrorSum).Is(0.02), claim.Contradicted},
		{"DA3", still(ErrorSum).At(3, "0.2").Is(0.02), claim.Supported},
		{"DA3", experimenttest.Gone(exact), claim.NotTested},
		{"DA4", of(pushSum, Bytes).At(2, "0.1").Is(4), claim.Contradicted},
		{"DA4", of(pushSum, Bytes).At(0, "4").Is(4), claim.Supported},
		{"DA5", of(pushSum, ErrorMean).At(2, "0.1").Is(0.004), claim.Contradicted},
		{"DA5", of(pushSum, ErrorMean).At(2, "0").Is(0.004), claim.Supported},
		{"DA5", experimenttest.InRound(2, of(pushSum, ErrorMean).At(2, "0.1").Is(0.0001)), claim.Inconclusive},
		{"DA7", of(filters, ErrorMax).At(2, "0.1").At(0, "8").Is(0.011), claim.Contradicted},
		{"DA7", of(filters, ErrorMax).At(2, "0").Is(0.011), claim.Supported},
		{"DA7", of(filters, ErrorMax).At(0, "4").Is(0.011), claim.Supported},
	})
}
