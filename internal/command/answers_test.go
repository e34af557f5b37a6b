package command

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
)

// compare and verify give one answer to one question: compare names the claims
// that its ratios are about, with the verdict that verify has.
func TestOneAnswer(t *testing.T) {
	racetest.OneGoroutine(t)
	const dir = "../../results/thesis"
	var verify struct {
		Verdicts []struct{ ID, Verdict string }
	}
	text, _ := hyphbench(t.Context(), t, program(), exitOK, "verify", "--format=json", dir)
	if err := json.Unmarshal([]byte(text), &verify); err != nil {
		t.Fatal(err)
	}
	var compare struct{ Notes []string }
	text, _ = hyphbench(t.Context(), t, program(), exitOK, "show", "ratios", "--format=json", dir)
	if err := json.Unmarshal([]byte(text), &compare); err != nil {
		t.Fatal(err)
	}
	for id, about := range map[string]string{
		"T6-tuned": "init of cuckoo is counted cell by cell in", "T7-tuned": "hyphenate of cuckoo is counted cell by cell in", "T11": "query of cuckoo is a part of",
	} {
		named := false
		for _, v := range verify.Verdicts {
			named = named || v.ID == id && slices.ContainsFunc(compare.Notes, func(note string) bool {
				return strings.HasPrefix(note, about+" claim "+id+" (") && strings.Contains(note, "): "+v.Verdict+", ")
			})
		}
		if !named {
			t.Errorf("%s: no note with the verdict of verify: %q", id, compare.Notes)
		}
	}
}

// The answer of a run and its tables have one time for one cell, and csv keeps the plain means.
func TestOneTime(t *testing.T) {
	const dir = "../../results/thesis"
	cell := regexp.MustCompile(`no filter(?: \(exact map alone\):)? +(\d+\.\d+) ±`)
	times := map[string]float64{}
	for name, args := range map[string][]string{
		"show": {"show", dir}, "table": {"show", "table", "--metric=hyphenate", dir}, "mean": {"show", "table", "--stat=mean", "--metric=hyphenate", dir},
	} {
		text, _ := hyphbench(t.Context(), t, program(), exitOK, args...)
		found := cell.FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("%s: no time of no filter:\n%s", name, text)
		}
		times[name], _ = strconv.ParseFloat(found[1], 64)
	}
	const rounding = 0.0051 // the answer has a digit fewer
	if math.Abs(times["show"]-times["table"]) > rounding || math.Abs(times["mean"]-times["table"]) <= rounding {
		t.Errorf("no filter takes %v", times)
	}
	csv, _ := hyphbench(t.Context(), t, program(), exitOK, "show", "table", "--format=csv", dir)
	if means, _ := hyphbench(t.Context(), t, program(), exitOK, "show", "table", "--format=csv", "--stat=mean", dir); csv != means {
		t.Error("csv has other times than plain means")
	}
	hyphbench(t.Context(), t, program(), exitUsage, "show", "table", "--stat=trimmed", "--format=json", dir)
}
