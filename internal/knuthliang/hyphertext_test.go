package knuthliang

import "testing"

func TestHypherText(t *testing.T) {
	r, _ := english(t)
	h := NewHypherText(NewHypher(compile(t, r)))
	for text, want := range map[string]string{
		"project's table, tables":  "pro=jec=t's table, ta=bles",
		"a/b and/or":               "a/\u200bb and/\u200bor",
		"/tree/for/paths/":         "/tree/\u200bfor/\u200bpaths/",
		"one /two/ three / four /": "one /two/ three / four /",
		"hyph\u00adenation":        "hyph\u00adenation",
		"":                         "",
	} {
		if got := string(h.AppendText(nil, text, "=")); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Words of four units are left alone, whatever the minima.
func TestHypherTextShort(t *testing.T) {
	h := NewHypherText(NewHypher(compile(t, &Rules{Name: "own", Patterns: []Pattern{{Text: "a1b"}}, LeftMin: 1, RightMin: 1})))
	if got, want := string(h.AppendText(nil, "ab xabx xabxx", "=")), "ab xabx xa=bxx"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
