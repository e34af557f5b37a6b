package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Forests are figures of the ratios of a run by machine, one or more for each metric;
// none for a run of one machine. Baselines are left out, and the ratios are to the
// first structure.
func Forests(s *report.Summary) (list []figure.Figure) {
	if s.ByMachine() == nil {
		return nil
	}
	c, err := Filters(s, "", nil)
	if err != nil { // the run has no times to compare
		return nil
	}
	for _, m := range c.Metrics {
		pooled := slices.DeleteFunc(slices.Clone(m.Pooled), func(p Pooled) bool { return len(p.On) == 0 || s.Meta.IsBaseline(p.Filter) })
		for nth, part := range slices.Collect(slices.Chunk(pooled, structuresOf(s))) {
			id := "forest-" + string(m.Name)
			if nth > 0 {
				id += fmt.Sprintf("-%d", nth+1)
			}
			list = append(list, c.forest(s, id, m, part))
		}
	}
	return list
}

// structuresOf is how many structures have room in a figure.
func structuresOf(s *report.Summary) int {
	const rows = 30
	return max(1, rows/(len(s.ByMachine())+3))
}

func (c *Comparison) forest(s *report.Summary, id string, m Metric, pooled []Pooled) figure.Figure {
	title := bilingual.Text{EN: "Ratios by machine: %s", PT: "Razões por máquina: %s"}.With(s.Glossary.InBoth(m.Title))
	return figure.Forest(id, title, func(*report.Summary) (figure.ForestOf, error) {
		of := figure.ForestOf{
			Label:    bilingual.Text{EN: "Time divided by the time of " + c.A + " (1: equal)", PT: "Tempo dividido pelo tempo de " + c.A + " (1: igual)"},
			Notes:    []bilingual.Text{c.forestNote(pooled)},
			Interval: bilingual.Text{EN: "one machine, 95 % interval", PT: "uma máquina, intervalo de 95%"},
			Caption:  bilingual.Text{EN: s.MachineFamilies(), PT: strings.ReplaceAll(s.MachineFamilies(), " to ", " a ")},
		}
		for _, p := range pooled {
			of.Groups = append(of.Groups, p.group(m.Name, c.A))
		}
		return of, nil
	})
}

// group has the rows of a structure.
func (p Pooled) group(of runfolder.Metric, reference string) figure.ForestGroup {
	g := figure.ForestGroup{Metric: of, Title: bilingual.Text{EN: p.Filter + " / " + reference, PT: p.Filter + " / " + reference}}
	for _, on := range p.On {
		if math.IsNaN(on.Ratio.Value) { // the machine has no estimate
			continue
		}
		row := figure.ForestRow{Structure: p.Filter, Value: on.Ratio.Value, CI: on.Ratio.CI}
		if on.Over == nil {
			row.Name = bilingual.Text{EN: "machine %d, %d rounds", PT: "máquina %d, %d rodadas"}.With(on.Number, on.Rounds)
		} else {
			row.Over, row.Next = true, Predicted(on.Over)
			family := bilingual.Text{EN: on.Family, PT: strings.ReplaceAll(on.Family, " to ", " a ")}
			row.Name = bilingual.Text{EN: "machines %s, I² %.0f %%", PT: "máquinas %s, I² %.0f%%"}.With(family, 100*on.Over.I2)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// forestNote says what is pooled, and what so few machines mean.
func (c *Comparison) forestNote(pooled []Pooled) bilingual.Text {
	apart := bilingual.Text{}
	if c.Apart != "" {
		apart = bilingual.Text{
			EN: " Machines with different processors are side by side, never pooled.",
			PT: " Máquinas de processadores diferentes ficam lado a lado, sem média comum.",
		}
	}
	switch most := mostMachines(pooled); {
	case most == 0:
		return bilingual.Text{
			EN: "The machines are side by side, because a mean needs three or more with the same processor.",
			PT: "As máquinas estão lado a lado, porque uma média exige três ou mais com o mesmo processador.",
		}
	case most == stats.LeastPooled:
		return bilingual.Text{
			EN: "Three machines give wide intervals: t(2) = 4.3 widens the interval, and t(1) = 12.7 the prediction." + apart.EN,
			PT: "Três máquinas dizem pouco: t(2) = 4,3 alarga o intervalo, e t(1) = 12,7 a previsão." + apart.PT,
		}
	}
	return bilingual.Text{
		EN: "The machines are a sample of all machines with this processor. I² is the share of the variation between them." + apart.EN,
		PT: "As máquinas são uma amostra das que têm o mesmo processador. I² é a parte da variação entre elas." + apart.PT,
	}
}

// mostMachines is how many the widest mean is over; 0 where nothing is pooled.
func mostMachines(pooled []Pooled) (most int) {
	for _, p := range pooled {
		for _, on := range p.On {
			if on.Over != nil {
				most = max(most, on.Over.K)
			}
		}
	}
	return most
}
