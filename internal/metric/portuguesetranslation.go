package metric

import (
	"regexp"
	"strings"

	"hyphbench/internal/bilingual"
)

// InPortuguese is a text of a run in Portuguese; the text itself where the glossary lacks
// it. A list is said part by part, a number as the language writes it.
func (g *Glossary) InPortuguese(text string) string {
	if t, ok := g.Portuguese[text]; ok || text == "" {
		return t
	}
	if plainNumber.MatchString(text) {
		return bilingual.Decimal(text, bilingual.Portuguese)
	}
	best, found := "", []string(nil)
	for pattern := range g.Portuguese {
		if !better(pattern, best) {
			continue
		}
		if parts, ok := within(pattern, text); ok {
			best, found = pattern, parts
		}
	}
	if best == "" {
		parts := strings.Split(text, "; ")
		for i := range parts {
			if len(parts) > 1 {
				parts[i] = g.InPortuguese(parts[i])
			}
		}
		return strings.Join(parts, "; ")
	}
	said := strings.Split(g.Portuguese[best], "*")
	var b strings.Builder
	for i, part := range said {
		b.WriteString(part)
		if i < len(said)-1 && i < len(found) {
			b.WriteString(g.InPortuguese(found[i]))
		}
	}
	return b.String()
}

// InBoth is a text of a run in both languages.
func (g *Glossary) InBoth(text string) bilingual.Text {
	return bilingual.Text{EN: text, PT: g.InPortuguese(text)}
}

// better reports whether a pattern says more of a text than another one: how it
// begins, before how much of it.
func better(a, b string) bool {
	if b == "" || (a[0] == '*') != (b[0] == '*') {
		return b == "" || b[0] == '*'
	}
	return len(a) > len(b) || len(a) == len(b) && a < b
}

var plainNumber = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})*(\.[0-9]+)?$`)

// within matches a text with a pattern, in which a * stands for any text, and
// returns these texts. A pattern that begins with one is for a part of a list.
func within(pattern, text string) (parts []string, ok bool) {
	if !strings.Contains(pattern, "*") {
		return nil, false
	}
	fixed := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(text, fixed[0])
	if !ok {
		return nil, false
	}
	for i, f := range fixed[1:] {
		at := strings.Index(rest, f)
		if i == len(fixed)-2 {
			if at = len(rest) - len(f); !strings.HasSuffix(rest, f) {
				at = -1
			}
		}
		if at < 1 || pattern[0] == '*' && strings.Contains(rest[:at], "; ") { // nothing, or a list
			return nil, false
		}
		parts, rest = append(parts, rest[:at]), rest[at+len(f):]
	}
	return parts, true
}
