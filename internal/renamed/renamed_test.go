package renamed

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func entries() []Entry {
	return []Entry{
		{"lookup", Metric, "", "many", "batch"},
		{"lookup", Metric, "", "lots", "batch"},
		{"lookup", Method, "", "map", "hash"},
		{"routing", Column, "", "scene", "topology"},
		{"routing", Value, "topology", "graph", "random"},
		{"routing", Flag, "", "scene", "topology"},
		{"", Metric, "", "size", "bits"},
	}
}

// Names are translated for the experiment that they are of, values on their axis alone.
func TestNow(t *testing.T) {
	lookup, routing := namesOf(entries(), "lookup"), namesOf(entries(), "routing")
	for _, c := range []struct{ what, got, want string }{
		{"a metric", lookup.Now(Metric, "many"), "batch"},
		{"a metric of today", lookup.Now(Metric, "batch"), "batch"},
		{"a metric of another experiment", routing.Now(Metric, "many"), "many"},
		{"a metric of all", routing.Now(Metric, "size"), "bits"},
		{"a name of another kind", lookup.Now(Column, "many"), "many"},
		{"a column", routing.Now(Column, "scene"), "topology"},
		{"a value", routing.ValueNow("topology", "graph"), "random"},
		{"a value of another axis", routing.ValueNow("n", "graph"), "graph"},
		{"values of a flag", routing.FlagValueNow("topology", "tree, graph"), "tree, random"},
		{"values as pflag writes them", lookup.FlagValueNow("metric", "[query,many]"), "[query,batch]"},
		{"a structure", lookup.FlagValueNow("filter", "bloom,map"), "bloom,hash"},
		{"another flag", lookup.FlagValueNow("keys", "map,many"), "map,many"},
		{"no names", Names{}.FlagValueNow("metric", "many"), "many"},
	} {
		if c.got != c.want {
			t.Errorf("%s is %q, want %q", c.what, c.got, c.want)
		}
	}
	if diff := cmp.Diff([]string{"lots", "many"}, lookup.Old(Metric, "batch")); diff != "" {
		t.Error(diff)
	}
	if (Names{}).Any() || !lookup.Any() || lookup.Any(Flag) || !routing.Any(Flag) {
		t.Error("what was renamed is not told from what was not")
	}
}

// Every entry renames something, once, to what is not renamed again.
func TestPublished(t *testing.T) {
	for _, wrong := range wrong(append(published(), samples()...)) {
		t.Error(wrong)
	}
	for _, e := range []Entry{
		{"lookup", Metric, "", "many", "batch"},        // twice
		{"lookup", Metric, "", "batch", "batches"},     // what is new already
		{"lookup", Metric, "", "x", "x"},               // nothing
		{"lookup", Value, "", "x", "y"},                // of no axis
		{"lookup", Metric, "n", "x", "y"},              // a metric of an axis
		{"lookup", Metric, "", "x", "many"},            // back
		{"", Metric, "", "many", "lists"},              // one of all that an experiment has
		{"lookup", Kind("claim"), "", "many", "batch"}, // of no kind
	} {
		if len(wrong(append(entries(), e))) == 0 {
			t.Errorf("%+v is accepted", e)
		}
	}
	if list := wrong(entries()); len(list) > 0 {
		t.Error(list)
	}
}

// wrong says what is wrong with a table.
func wrong(list []Entry) (errors []string) {
	for i, a := range list {
		switch {
		case a.Old == "" || a.New == "" || a.Old == a.New:
			errors = append(errors, fmt.Sprintf("%+v renames nothing", a))
		case (a.Kind == Value) != (a.Of != ""):
			errors = append(errors, fmt.Sprintf("%+v: values, and they alone, are of an axis", a))
		}
		switch a.Kind {
		case Metric, Method, Column, Value, Flag:
		default:
			errors = append(errors, fmt.Sprintf("%+v is of no kind", a))
		}
		for k, b := range list {
			if a.Kind != b.Kind || a.Of != b.Of || a.Experiment != "" && b.Experiment != "" && a.Experiment != b.Experiment {
				continue
			}
			if i < k && a.Old == b.Old || a.New == b.Old {
				errors = append(errors, fmt.Sprintf("%+v and %+v: a name is renamed twice", a, b))
			}
		}
	}
	return errors
}
