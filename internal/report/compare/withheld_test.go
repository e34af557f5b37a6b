package compare

import (
	"bytes"
	"strings"
	"testing"

	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// In the thesis's order filters are measured one after the other: a difference
// is shown, and no word says who is slower. In rounds it does.
func TestOrderIsWithheld(t *testing.T) {
	for design, want := range map[string]string{runfolder.AsThesis: "withheld", runfolder.Interleaved: "slower"} {
		c, err := filters(t, timed(design, 10, func(filter string, _, round int) float64 {
			if filter == "b" {
				return 200 + float64(round)
			}
			return 100 + float64(round)
		}), "a")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []table.Format{table.Text, table.CSV, table.JSON} {
			var out bytes.Buffer
			if err := Write(&out, c, f); err != nil {
				t.Fatal(err)
			}
			said := out.String()
			if i := strings.Index(said, "pooled"); i >= 0 && f == table.Text {
				said = said[i:]
			}
			if !strings.Contains(said, want) || want == "withheld" && f == table.CSV && strings.Contains(said, ",slower,") {
				t.Errorf("%s, %s: no %q in\n%s", design, f, want, said)
			}
		}
	}
}
