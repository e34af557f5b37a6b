package runfolder

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Of several measurements in a folder the one that was begun last is chosen where nothing
// is lost by that: where it is whole, or all that is left out is.
func TestLatest(t *testing.T) {
	// A measurement is a letter, which is its seed, with a digit for each of its three
	// shards; in capitals it is not finished.
	found := func(text string) (list []Found) {
		for i, name := range strings.Fields(text) {
			letter := strings.ToLower(name)[0]
			m := meta(noon.Add(time.Duration(i) * time.Second))
			m.Reps, m.Seed, m.State, m.Shard = 7, uint64(letter), Finished, &Shard{int(name[1] - '0'), 3}
			if name[0] != letter {
				m.State = Running
			}
			list = append(list, Found{Dir: name, Meta: &m})
		}
		return list
	}
	names := func(list []Found) string {
		var texts []string
		for _, f := range list {
			texts = append(texts, f.Dir)
		}
		return strings.Join(texts, " ")
	}
	for all, want := range map[string]string{
		"a0 a1 a2":                   "a0 a1 a2",
		"a0 A1":                      "a0 A1",
		"a0 a1 a2 b0 b1 b2":          "b0 b1 b2",
		"a0 b0 b1 b2 a1 a2":          "a0 a1 a2",
		"a0 A1 b0 b1 b2":             "b0 b1 b2", // a first one that was given up
		"a0 a1 a2 b0 B1":             "b0 B1",    // of which Merge names the lost shard
		"a0 a1 a2 b0 B1 c0 c1 c2 d0": "a0 a1 a2 b0 B1 c0 c1 c2 d0",
		"a0 a1 b2":                   "a0 a1 b2", // one run, by two builds
		"":                           "",
	} {
		latest, others := Latest(found(all))
		if names(latest) != want {
			t.Errorf("%s: %s, want %s", all, names(latest), want)
		}
		n := len(latest)
		for _, g := range others {
			n += len(g)
			if what := Difference(g, latest); !strings.Contains(what, "seed") {
				t.Errorf("%s: %q", all, what)
			}
		}
		if n != len(found(all)) {
			t.Errorf("%s: %d runs are left", all, n)
		}
	}
	all := found("a0 a1 a2 b0 b1 b2 a1")
	slices.Reverse(all)
	if latest, _ := Latest(all); names(latest) != "a1 a2 a1 a0" {
		t.Errorf("in another order: %s", names(latest))
	}
}
