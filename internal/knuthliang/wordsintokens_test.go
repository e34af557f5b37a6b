package knuthliang

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"hyphbench/internal/racetest"
)

func englishNatural(t testing.TB) *Natural { return NewNatural(englishTeX(t)) }

func TestNatural(t *testing.T) {
	n := englishNatural(t)
	for token, want := range map[string]string{
		"hyphenation":                      "hy=phen=a=tion",
		"(hyphenation)/algorithm,":         "(hy=phen=a=tion)/al=go=rithm,",
		"anti-inflammatory":                "anti-in=flam=ma=tory",
		"academy's":                        "acad=emy's",
		"10-hyphenation2":                  "10-hy=phen=a=tion2",
		"“Hyphenation”—academies":          "“Hy=phen=a=tion”—acad=e=mies",
		"https://example.com/hyphenation":  "https://example.com/hyphenation",
		"www.hyphenation.org":              "www.hyphenation.org",
		"awww.hyphenation":                 "awww.hy=phen=a=tion",
		"hyphenation@academy.org":          "hyphenation@academy.org",
		"hyphenation_of_academies":         "hyphenation_of_academies",
		"hyphen\u00adation":                "hyphen\u00adation",
		"hyphen\xffation":                  "hyphen\xffation",
		"hyphenation/hyphen\u00adation":    "hy=phen=a=tion/hyphen\u00adation",
		"":                                 "",
		"-":                                "-",
		strings.Repeat("z", 70) + "/table": strings.Repeat("z", 70) + "/ta=ble",
	} {
		if got := string(n.AppendHyphenated(nil, token, "=")); got != want {
			t.Errorf("%q: %q, want %q", token, got, want)
		}
	}
}

// TestNaturalIsTeX: every word of a token is broken as TeX breaks it alone, and a
// text as its tokens.
func TestNaturalIsTeX(t *testing.T) {
	racetest.OneGoroutine(t)
	tex := englishTeX(t)
	n := NewNatural(tex)
	_, hyphenex := english(t)
	r := rand.New(rand.NewPCG(5, 5))
	var text, want strings.Builder
	compared := 0
	for range 5000 {
		token := strings.Join(strings.Fields(randomToken(r, []rune("etaoinshrdlucm'-/,."), hyphenex, r.IntN(30))), "")
		if token == "" || isAddress(token) || strings.ContainsAny(token, "_\u00ad\ufffd") || !utf8.ValidString(token) {
			continue
		}
		compared++
		var parts []byte
		for rest := token; rest != ""; {
			run := indexFunc(rest, func(r rune) bool { return !tex.Letter(r) })
			parts = tex.AppendHyphenated(parts, rest[:run], "+")
			signs := indexFunc(rest[run:], tex.Letter)
			parts = append(parts, rest[run:run+signs]...)
			rest = rest[run+signs:]
		}
		if got := string(n.AppendHyphenated(nil, token, "+")); got != string(parts) {
			t.Errorf("%q: %q, word by word %q", token, got, parts)
		}
		text.WriteString(token + "\n")
		want.Write(append(parts, '\n'))
	}
	if compared < 3000 {
		t.Errorf("%d tokens were compared, want at least 3,000", compared)
	}
	var out bytes.Buffer
	if err := Transform(&out, strings.NewReader(text.String()), n, "+"); err != nil || out.String() != want.String() {
		t.Errorf("the text differs from its tokens: %v", err)
	}
}
