package choose

import (
	"fmt"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/compact"
	"hyphbench/internal/filter/ribbon"
	"hyphbench/internal/filter/static"
)

// withValues names the structures that answer with a value, where one is needed: they are no
// filters, and experiment values measures them.
func withValues(q Question) (list []string, err error) {
	if !slices.Contains(q.Needs, Values) {
		return nil, nil
	}
	const bits, epsilon = 8, 0.01
	for _, m := range []filter.Maplets{static.Bloomier(), ribbon.Function(), compact.Maplets()} {
		plan, err := m.Plan(q.N, bits, filter.Config{Epsilon: epsilon})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		list = append(list, fmt.Sprintf("%s (%s): %s for %s keys with values of %d bits, %s bits per key.", m.Name, m.Title, bytesText(float64(plan.Bits)), axis.Grouped(q.N), bits, number(float64(plan.Bits)/float64(q.N))))
	}
	return append(list, fmt.Sprintf("They give a key its value; of other words %s %% get one too. A map is exact. 'hyphbench run values' measures them, 'hyphbench filters NAME' explains them.", percent(epsilon))), nil
}
