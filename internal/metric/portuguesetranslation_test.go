package metric

import "testing"

// Texts of a run are said as the glossary has them, whole or by a pattern; parts of
// a list and numbers by themselves; what nobody translated stays.
func TestInPortuguese(t *testing.T) {
	g := Glossary{Portuguese: map[string]string{
		"keys": "chaves", "map": "mapa", "* (* KiB) from n = *": "* (* KiB) desde n = *", "Caches: *.": "Caches de dados: *.",
		"* of *": "* de *", "half of *": "metade de *",
	}}
	for english, want := range map[string]string{
		"keys": "chaves", "466,550": "466.550", "0.25": "0,25", "bloom": "bloom", "": "",
		"Caches: L1d (48 KiB) from n = 1,753; L2 (1,024 KiB) from n = 8,001.": "Caches de dados: L1d (48 KiB) desde n = 1.753; L2 (1.024 KiB) desde n = 8.001.",
		"half of keys": "metade de chaves", "map of keys": "mapa de chaves", "of keys": "of keys", "v1.2.3, 1,2": "v1.2.3, 1,2",
	} {
		if got := g.InPortuguese(english); got != want {
			t.Errorf("%q is %q, want %q", english, got, want)
		}
	}
}
