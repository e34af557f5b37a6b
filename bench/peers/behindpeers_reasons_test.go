package main

import (
	"os"
	"strings"
	"testing"

	"hyphbench/internal/renamed"
)

// Every place of the committed report at which all structures of a kind are behind
// has a note on what was done about it, and every structure that is behind anywhere a
// reason.
func TestTried(t *testing.T) {
	const path = "../../results/peers/peers.json"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no committed report")
	}
	r, err := readReport(path)
	if err != nil {
		t.Fatal(err)
	}
	today := renamed.In("") // the report has the names of its day
	for _, p := range placesBehind(r) {
		if len(p.Others) == 0 && triedAt(p) == "" {
			t.Errorf("%s, %s, behind %s: no note", p.Kind, p.Title, p.Peer)
		}
		for _, own := range p.Behind {
			if name, _, _ := strings.Cut(own, " "); reasonOf(today.Now(renamed.Method, name)) == "" {
				t.Errorf("%s, %s: no reason for %s", p.Kind, p.Title, name)
			}
		}
	}
}
