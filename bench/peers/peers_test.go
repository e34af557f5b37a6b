package main

import (
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

// fewWords has exceptions, capitals, words that the patterns break, one without a
// break, and tokens with other characters than letters.
var fewWords = []string{
	"academy", "Academies", "associate", "project", "table", "reciprocity", "Hyphenation", "algorithm",
	"a", "typewriter", "QWERTY", "thesis", "international", "o'clock", "aard-vark", "10-point", "communicate",
	"antidisestablishmentarianism", "present", "record", "Fourier-Bessel", "supercalifragilistic",
}

// fewLarge is the number of large keys in tests: with 2,000 seiflotfy, which makes
// 2,048 slots of them, sometimes refuses one.
const fewLarge = 1900

func fewWordsInput(t *testing.T) *Input {
	t.Helper()
	in, err := inputOf(wordlist.Of(fewWords...), t.TempDir(), fewLarge)
	if err != nil {
		t.Fatal(err)
	}
	in.MinSection = time.Millisecond
	return in
}

// wrongByDesign are participants whose rules differ from their Truth. README.md has
// the reasons.
var wrongByDesign = map[string]bool{
	"npm hypher + join, text":                         true,
	"npm hypher + bloom-filters, pass, cuckoo filter": true,
}

// TestPeers opens every available peer and checks its answers.
func TestPeers(t *testing.T) {
	for _, peer := range peers() {
		t.Run(peer.Name, func(t *testing.T) {
			in := fewWordsInput(t)
			participants, err := peer.Open(in)
			if err != nil {
				t.Skipf("not measured here: %v", err)
			}
			defer closeAll(participants)
			if len(participants) == 0 {
				t.Fatal("no participants and no error")
			}
			for _, p := range participants {
				t.Run(string(p.Figure)+" "+p.Name, func(t *testing.T) { testParticipant(t, in, p) })
			}
		})
	}
}

func testParticipant(t *testing.T, in *Input, p *Participant) {
	if !slices.Contains(figures(), p.Figure) {
		t.Errorf("figure %q is not in the table", p.Figure)
	}
	if p.Problem != nil {
		t.Fatal(p.Problem)
	}
	first, err := p.Section()
	if errors.Is(err, errNoClock) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if p.Follows { // of a filter that was built in the same round
		if _, err := p.Section(); err == nil {
			t.Error("asked without a filter built in this round, and no error")
		}
	} else {
		again, err := p.Section()
		if err != nil || again.Check != first.Check {
			t.Errorf("the second section answered %d, the first %d; %v", again.Check, first.Check, err)
		}
	}
	each := in.Words.Len()
	if set := p.Asked; set != nil {
		each = set.Queries.Len()
		if p.Figure == set.Build {
			each = len(set.Keys)
		} else {
			testQuery(t, p, first.Check)
		}
	}
	if first.Ops == 0 || first.Ops%each != 0 {
		t.Errorf("a section held %d operations, no multiple of %d", first.Ops, each)
	}
	if err := in.check(p); err != nil {
		t.Fatal(err)
	}
	if p.Breaks == nil {
		return
	}
	if *p.Found.Checked < 15 {
		t.Errorf("only %d words were compared", *p.Found.Checked)
	}
	if name := p.Name + ", " + string(p.Figure); *p.Found.Wrong > 0 && !wrongByDesign[name] {
		t.Errorf("%s: %d words wrong: %s", name, *p.Found.Wrong, p.Found.Example)
	}
	if first.Check == 0 {
		t.Error("no breaks in all")
	}
}

// testQuery checks the answers of a filter, which it counted in a pass.
func testQuery(t *testing.T, p *Participant, admitted int64) {
	set, found := p.Asked, p.Found
	if *found.FN != 0 {
		t.Errorf("%d false negatives", *found.FN)
	}
	members := int64(set.members())
	if admitted != members+int64(*found.FP) && !(set.Fresh && admitted == members) {
		t.Errorf("it admits %d words; %d are keys and %d false positives", admitted, members, *found.FP)
	}
	if members == 0 && set.Queries.Len() > 100 {
		t.Error("no key among the words asked")
	}
	if found.FPRate != nil && set.Fresh && *found.FPRate > 0.06 {
		t.Errorf("a rate of %v", *found.FPRate)
	}
	if held := 8 * *found.Bytes / float64(found.Keys); held < 1 || held < *found.BitsOfKey/2 {
		t.Errorf("%v bits per key held, %v nominal", held, *found.BitsOfKey)
	}
}

func TestCheckFindsWrongAnswers(t *testing.T) {
	in := fewWordsInput(t)
	ref, err := knuthliang.NewReference(in.Rules, in.Merged)
	if err != nil {
		t.Fatal(err)
	}
	wrongAt := func(wrong ...string) *Participant {
		return &Participant{Truth: TeXExceptions, Breaks: func(each func(int, []int)) error {
			for i, word := range fewWords {
				breaks := ref.TeX(word, false)
				if slices.Contains(wrong, word) {
					breaks = append(breaks, 1)
				}
				each(i, breaks)
			}
			return nil
		}}
	}
	right := wrongAt()
	if err := in.check(right); err != nil || *right.Found.Wrong != 0 {
		t.Errorf("right answers: %d wrong, %v", *right.Found.Wrong, err)
	}
	// The token with a hyphen is not compared.
	two := wrongAt("algorithm", "10-point", "table")
	if err := in.check(two); err != nil || *two.Found.Wrong != 2 || two.Found.Example != "t-a-ble for ta-ble" {
		t.Errorf("two wrong answers: %d wrong, first %q, %v", *two.Found.Wrong, two.Found.Example, err)
	}
	broken := &Participant{Breaks: func(func(int, []int)) error { return errors.New("gone") }}
	if err := in.check(broken); err == nil {
		t.Error("a participant that cannot answer is no error")
	}
}

// TestRefusedKeys: a peer that cannot hold the large set has its figures of the
// small one, and the reason; hyphbench's structure never makes the others absent.
func TestRefusedKeys(t *testing.T) {
	in := fewWordsInput(t)
	full := errors.New("full")
	limited := func(own bool, most int) filterPeer {
		return filterPeer{name: "limited", own: own, kind: KindExact, build: func(keys []string) (Membership, error) {
			if len(keys) > most {
				return nil, full
			}
			return mapOf(keys, 0), nil
		}}
	}
	for _, c := range []struct {
		own      bool
		most     int
		problems int // −1: absent
	}{
		{false, 1800, 2}, {true, 1800, 2}, {false, 10, -1}, {true, 10, 4}, {true, 10_000, 0},
	} {
		participants, err := limited(c.own, c.most).participants(in)
		if c.problems < 0 {
			if !errors.Is(err, full) {
				t.Errorf("%+v: error %v", c, err)
			}
			continue
		}
		if err != nil || len(participants) != 4 {
			t.Fatalf("%+v: %d participants, %v", c, len(participants), err)
		}
		n := 0
		for _, r := range measure(t.Context(), participants, Plan{Rounds: 2, Least: 2, Time: time.Hour}, io.Discard) {
			if errors.Is(r.Problem, full) {
				n++
			} else if r.Problem != nil || len(r.Samples) != 2 {
				t.Errorf("%+v: %s has %d samples, %v", c, r.Figure, len(r.Samples), r.Problem)
			}
		}
		if n != c.problems {
			t.Errorf("%+v: %d figures with the reason, want %d", c, n, c.problems)
		}
	}
}

// forgetful is a filter with a false negative and a false positive.
type forgetful struct{ goMap }

func TestFilterErrors(t *testing.T) {
	in := fewWordsInput(t)
	set := in.Sets[0]
	m := mapOf(in.Keys, 0)
	if f := filterErrors(m, set, 1); *f.FN != 0 || *f.FP != 0 || *f.FPRate != 0 {
		t.Errorf("an exact map: %d fn, %d fp", *f.FN, *f.FP)
	}
	delete(m, "academy")
	m["international"] = struct{}{}
	f := filterErrors(forgetful{m}, set, 1)
	if *f.FN != 1 || *f.FP != 1 || *f.FPRate != 1/float64(set.negatives()) {
		t.Errorf("one key lost, one word too many: %d fn, %d fp, rate %v", *f.FN, *f.FP, *f.FPRate)
	}
}

func TestInput(t *testing.T) {
	in := fewWordsInput(t)
	if len(in.Keys) != 1753 || len(in.Merged) != 1766 || len(in.Rules.Patterns) != 4938 {
		t.Errorf("%d keys, %d exceptions, %d patterns; want 1753, 1766, 4938", len(in.Keys), len(in.Merged), len(in.Rules.Patterns))
	}
	e := knuthliang.Exception{Word: "academy", Breaks: []int{4, 5}}
	if got := hyphenated(e); got != "acad-e-my" {
		t.Errorf("hyphenated: %s", got)
	}
	if got := asPattern(e); got != ".8a8c8a8d9e9m8y8." {
		t.Errorf("as a pattern: %s", got)
	}
	if got := asPattern(knuthliang.Exception{Word: "ab"}); got != ".8a8b8." {
		t.Errorf("an exception without breaks as a pattern: %s", got)
	}
	if got := marksIn([]byte("ab=c=d"), "="); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("marks at %v", got)
	}
}
