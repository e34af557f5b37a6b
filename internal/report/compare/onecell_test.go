package compare

import (
	"strings"
	"testing"

	"hyphbench/internal/report/synthetic"
)

// A filter's only cell is its pooled ratio, within a run and of two: one p, one verdict. Where
// there are several cells the tables say which decides.
func TestOnlyCell(t *testing.T) {
	const decides = "the pooled ratio decides"
	one := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 6})
	within, err := filters(t, one, "")
	if err != nil {
		t.Fatal(err)
	}
	between, err := runs(t, one, scaled(one, 1.01), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Comparison{within, between} {
		if c.Tests < 4 || strings.Contains(textOf(t, c), decides) {
			t.Fatalf("%d tests\n%s", c.Tests, textOf(t, c))
		}
		for _, m := range c.Metrics {
			for i, p := range m.Pooled {
				if cell := m.Cells[i]; cell.Filter != p.Filter || cell.P != p.P || c.say(cell.Ratio) != c.say(p.Ratio) || cell.CI != p.CI {
					t.Errorf("%s of %s: pooled %+v, the cell %+v", m.Name, p.Filter, p.Ratio, cell.Ratio)
				}
			}
		}
	}
	several, err := filters(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.05", Reps: 6}), "")
	if err != nil || !strings.Contains(textOf(t, several), decides) {
		t.Errorf("%v, no %q in\n%s", err, decides, textOf(t, several))
	}
}
