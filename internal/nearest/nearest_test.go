package nearest

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	known := []string{"bloom", "cuckoo", "quotient", "run", "routing"}
	for _, c := range []struct {
		word, want string
		ok         bool
	}{
		{"blom", "bloom", true},
		{"cukoo", "cuckoo", true},
		{"quotent", "quotient", true},
		{"rnu", "run", true}, // a swap is one error
		{"bloom", "bloom", true},
		{"CUCKOO", "cuckoo", true},
		{"zzzzzz", "", false},
		{"bom", "bloom", true}, // two edits of five letters
		{"rum", "run", true},
		{"ran-x", "", false},
		{"nothing", "", false}, // as far from routing, with another first letter
		{"qutient", "quotient", true},
		{"qtient", "quotient", true}, // two of eight
		{"qtien", "", false},
		{"", "", false},
	} {
		if got, ok := Of(c.word, known); got != c.want || ok != c.ok {
			t.Errorf("Of(%q) = %q, %v, want %q, %v", c.word, got, ok, c.want, c.ok)
		}
	}
	if got := distance("kitten", "sitting"); got != 3 {
		t.Errorf("distance(kitten, sitting) = %d, want 3", got)
	}
}

func TestAll(t *testing.T) {
	known := []string{"bloom", "bloom-double", "blobloom", "cuckoo", "run", "bloom1", "bloom2", "bloom3"}
	for word, want := range map[string]string{"blom": "bloom bloom1 bloom2", "cuc": "cuckoo", "zzzz": "", "": "", "bloom-doubel": "bloom-double"} {
		if got := strings.Join(All(word, known), " "); got != want {
			t.Errorf("All(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestSorted(t *testing.T) {
	known := []string{"quotient", "bloom", "cuckoo", "blocked"}
	if got := strings.Join(Sorted("BLOM", known), " "); got != "bloom blocked cuckoo quotient" {
		t.Errorf("%s", got)
	}
	if known[0] != "quotient" {
		t.Error("the words given were sorted")
	}
}
