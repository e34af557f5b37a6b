package knuthliang

import (
	"bytes"
	"strings"
	"testing"
)

// table reads tab-separated rows with a header line.
func table(t *testing.T, src []byte) []map[string]string {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(string(bytes.ReplaceAll(src, []byte("\r"), nil)), "\n"), "\n")
	header := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			row[header[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// TestVectors compares with the answers of Knuth's tex and of npm hypher.
func TestVectors(t *testing.T) {
	r, hyphenex := english(t)
	a := compile(t, r)
	ref := newReference(t, r, r.Exceptions, hyphenex)
	own := newReference(t, r, r.Exceptions)
	bare := newReference(t, r)
	for _, c := range []struct {
		file, column, mark string
		rows               int
		h                  Hyphenator
		reference          func(string) []int
	}{
		{"tex-words.tsv", "patterns", "-", 3147, NewTeX(a, r.Exceptions), func(s string) []int { return own.TeX(s, false) }},
		{"tex-words.tsv", "with_exceptions", "-", 3147, NewTeX(a, r.Exceptions, hyphenex), func(s string) []int { return ref.TeX(s, false) }},
		{"tex-nonletter-words.tsv", "patterns", "=", 500, NewTeX(a, r.Exceptions), func(s string) []int { return own.TeX(s, false) }},
		{"tex-nonletter-words.tsv", "with_exceptions", "=", 500, NewTeX(a, r.Exceptions, hyphenex), func(s string) []int { return ref.TeX(s, false) }},
		{"hypher-nonletter-words.tsv", "hypher", "=", 500, NewHypher(a), bare.Hypher},
	} {
		t.Run(c.file+"/"+c.column, func(t *testing.T) {
			rows := table(t, sharedFile(t, "vectors", c.file))
			if len(rows) != c.rows {
				t.Errorf("%d rows, want %d", len(rows), c.rows)
			}
			for _, row := range rows {
				word, want := row["word"], row[c.column]
				if got := string(c.h.AppendHyphenated(nil, word, c.mark)); got != want {
					t.Errorf("%s: %s, want %s", word, got, want)
				}
				if got := string(appendMarkedAt(nil, word, c.mark, c.reference(word))); got != want {
					t.Errorf("%s: reference %s, want %s", word, got, want)
				}
			}
		})
	}
}
