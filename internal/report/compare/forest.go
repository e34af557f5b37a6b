package compare

import (
	"fmt"
	"slices"

	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
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
	title := figure.Text{
		EN: fmt.Sprintf("Ratios by machine: %s", m.Title),
		PT: fmt.Sprintf("Razões por máquina: %s", s.Glossary.InPortuguese(m.Title)),
	}
	return figure.Forest(id, title, func(*report.Summary) (figure.ForestOf, error) {
		of := figure.ForestOf{
			Label:   figure.Text{EN: "Time as a ratio to that of " + c.A + " (1: equal)", PT: "Tempo como razão do tempo de " + c.A + " (1: igual)"},
			Notes:   []figure.Text{{EN: c.forestNote(pooled), PT: c.notaDaFloresta(pooled)}},
			Caption: s.MachineFamilies(),
		}
		for _, p := range pooled {
			of.Groups = append(of.Groups, p.group(c.A))
		}
		return of, nil
	})
}

// group has the rows of a structure.
func (p Pooled) group(reference string) figure.ForestGroup {
	g := figure.ForestGroup{Name: p.Filter, Title: figure.Text{EN: p.Filter + " / " + reference, PT: p.Filter + " / " + reference}}
	for _, on := range p.On {
		row := figure.ForestRow{Value: on.Ratio.Value, CI: on.Ratio.CI}
		if on.Over == nil {
			row.Name = figure.Text{EN: fmt.Sprintf("machine %d, %d rounds", on.Number, on.Rounds), PT: fmt.Sprintf("máquina %d, %d rodadas", on.Number, on.Rounds)}
		} else {
			row.Over, row.Next = true, Predicted(on.Over)
			row.Name = figure.Text{
				EN: fmt.Sprintf("%d machines, I² %.0f %%", on.Over.K, 100*on.Over.I2),
				PT: fmt.Sprintf("%d máquinas, I² %.0f%%", on.Over.K, 100*on.Over.I2),
			}
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// forestNote says what is pooled, and what so few machines mean.
func (c *Comparison) forestNote(pooled []Pooled) string {
	switch most := mostMachines(pooled); {
	case most == 0:
		return c.Apart + "."
	case most == 3:
		return "Three machines: t(2) = 4.3 makes the interval wide, t(1) = 12.7 the prediction. They say little, and mean to."
	}
	return "Machines are a sample of those with this processor; I² is the share of the variation that is between them."
}

func (c *Comparison) notaDaFloresta(pooled []Pooled) string {
	switch most := mostMachines(pooled); {
	case most == 0:
		return "As máquinas estão lado a lado, sem média: são menos de três, ou de processadores diferentes."
	case most == 3:
		return "Três máquinas: t(2) = 4,3 alarga o intervalo, e t(1) = 12,7 a previsão. Dizem pouco, e é essa a intenção."
	}
	return "As máquinas são uma amostra das que têm este processador; I² é a parte da variação que está entre elas."
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
