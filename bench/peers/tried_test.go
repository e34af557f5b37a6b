package main

import (
	"os"
	"testing"
)

// Every place of the committed report at which all structures of a kind are behind
// has a note on what was done about it.
func TestTried(t *testing.T) {
	const path = "../../results/peers/peers.json"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no committed report")
	}
	r, err := readReport(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range placesBehind(r) {
		if len(p.Others) == 0 && triedAt(p) == "" {
			t.Errorf("%s, %s, behind %s: no note", p.Kind, p.Title, p.Peer)
		}
	}
}
