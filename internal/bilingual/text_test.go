package bilingual

import "testing"

// A file has each text in both languages, and takes numbers and texts in place of verbs.
func TestTextsOfAFile(t *testing.T) {
	text := Texts("# A comment: of two texts.\n\ncost: Cost of %s:\\n%d\n  Custo de %s: %d\nplain, named: 95 % of it\n    95% disso\n")
	for _, c := range []struct{ got, want Text }{
		{text("cost", Text{"a query", "uma consulta"}, 3), Text{"Cost of a query:\n3", "Custo de uma consulta: 3"}},
		{text("plain, named"), Text{"95 % of it", "95% disso"}},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	for what, wrong := range map[string]func(){
		"a name that is not there":   func() { text("other") },
		"a text in one language":     func() { Texts("half: said once\n") },
		"a text that is there twice": func() { Texts("a: once\n  uma vez\na: twice\n  duas vezes\n") },
		"a second Portuguese line":   func() { Texts("a: once\n  uma vez\n  mais uma\n") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is accepted", what)
				}
			}()
			wrong()
		}()
	}
}
