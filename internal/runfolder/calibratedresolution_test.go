package runfolder

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestResolution(t *testing.T) {
	for _, c := range []struct {
		r          Resolution
		difference float64
		want       bool
	}{
		{0.05, 0.014, true}, {0.05, -0.023, true}, {0.05, 0.05, false}, {0.05, 0.06, false}, {0.05, -0.06, false},
		{0, 0, false}, {0, 0.0001, false}, {Unresolved, 1.4, true}, {0.05, math.NaN(), false}, {0.05, math.Inf(1), false},
	} {
		if got := c.r.Below(c.difference); got != c.want {
			t.Errorf("%v below %v: %v", c.difference, c.r, got)
		}
	}
	m := Meta{Sessions: []Session{{}, {Resolution: 0.05}, {Resolution: 0.02}}}
	if r := m.Resolution(); r != 0.05 {
		t.Errorf("of three sessions %v, want the coarsest", r)
	}
}

// run.json keeps a resolution, and has none where the machine is not
// calibrated.
func TestResolutionInJSON(t *testing.T) {
	for r, want := range map[Resolution]string{0: "", 0.05: `"resolution":0.05`, Unresolved: `"resolution":"none"`} {
		text, err := json.Marshal(Session{Resolution: r})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) || want == "" && strings.Contains(string(text), "resolution") {
			t.Errorf("%s lacks %s", text, want)
		}
		var back Session
		if err := json.Unmarshal(text, &back); err != nil || back.Resolution != r {
			t.Errorf("%v, %v", back.Resolution, err)
		}
	}
}
