package figure

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// crowdFamilies are 45 names in families as uneven as those of the structures.
func crowdFamilies() []RankedGroup {
	group := func(en, pt, names string) RankedGroup {
		return RankedGroup{bilingual.Text{EN: en, PT: pt}, strings.Fields(names)}
	}
	return []RankedGroup{
		group("Exact", "Exatas", "map hashtable redblack cuckootable"),
		group("Compressed", "Comprimidas", "hashcompaction fingerprints roaring"),
		group("Bloom", "Bloom", "bloom bloom-sequential bloom-independent bloom-double bloom-enhanced bloom-triple onehash partitioned blocked twoblock splitblock register gcs"),
		group("Cuckoo", "Cuckoo", "cuckoo cuckoo-packed semisort vacuum morton"),
		group("Counting", "Com contadores", "counting counting-dleft variable-increment tinyset"),
		group("Quotient", "De quocientes", "quotient rsqf cqf prefix"),
		group("Growing", "Que crescem", "scalable infini aleph"),
		group("Static", "Estáticas", "xor xorplus fuse3 fuse4 ribbon bumped bloomier"),
		group("Linear", "Linear", "linear"),
	}
}

func crowdNames() (list []string) {
	for _, g := range crowdFamilies() {
		list = append(list, g.Filters...)
	}
	return list
}

// crowd is a run of 44 structures over n at ε = 1 % and over ε at n = 10⁵, with
// the size in bits per key, the measured rate and the time of a query. The first
// family has no ε. Sizes within a family are close, as they are.
func crowd(reps int) *runfolder.Run {
	names := crowdNames()
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "space", Design: "interleaved", State: runfolder.Finished, Filters: names, Reps: reps,
		Axes:   []axis.Axis{axis.Counts("n", []int{1753, 10_000, 100_000, 1_000_000, 10_000_000}), {Name: axis.Epsilon, Kind: axis.RateKind, Values: strings.Split("0.001,0.01,0.02,0.05,0.1,0.2", ",")}},
		Inputs: []runfolder.Input{{Role: "words", Name: "words.txt", SHA256: "3797c8dd6adf523e6c1ac8fb", Count: 466_550, Pinned: true}},
	}}
	r := rand.New(rand.NewPCG(1, 2))
	add := func(round int, name string, m runfolder.Metric, n, eps, unit string, value float64) {
		run.Rows = append(run.Rows, runfolder.Row{Seq: len(run.Rows) + 1, Round: round, Session: 1, Filter: name, Metric: m,
			Point: runfolder.At(n, eps), Value: value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU})
	}
	exact := len(crowdFamilies()[0].Filters)
	for round := 1; round <= reps; round++ {
		for _, n := range run.Meta.Axes[0].Values {
			for _, eps := range run.Meta.Axes[1].Values {
				if n != "100000" && eps != "0.01" {
					continue
				}
				for nth, name := range names {
					h := fnv.New32a()
					h.Write([]byte(name))
					own := float64(h.Sum32()%1000) / 1000
					other := 1 - own + float64(h.Sum32()/1000%1000)/1500
					keys, _ := strconv.ParseFloat(n, 64)
					slow := 1 + math.Max(0, math.Log10(keys)-4)*(0.3+own)
					ns := (8 + 40*own*own) * slow * (1 + 0.02*r.NormFloat64())
					if nth < exact {
						if eps == "0.01" {
							add(round, name, "bits_per_key", n, "", "bits", 100+300*other)
							add(round, name, metric.Query, n, "", "ns", ns)
						}
						continue
					}
					rate, _ := strconv.ParseFloat(eps, 64)
					bound := math.Log2(1 / rate)
					add(round, name, "bits_per_key", n, eps, "bits", bound*(1.05+0.6*other)+0.3)
					add(round, name, metric.Query, n, eps, "ns", ns)
					add(round, name, "fpr", n, eps, "1", rate*(1-own/3)*(1+0.03*r.NormFloat64()))
				}
			}
		}
	}
	return run
}
