package corpus

// Source describes a known input.
type Source struct {
	Role     string
	Name     string // base name of the file
	Title    string
	Origin   string // URL, or package and path in it
	Licence  string
	SHA256   string // of the file itself, uncompressed, in hex
	Bytes    int64
	Count    int    // of words, exceptions or patterns
	Detail   string // in addition to Count
	Embedded bool   // in the binary
	Thesis   bool   // an input of the thesis, no substitute
}

// ThesisWords is the word list of the thesis. It is fetched, not redistributed.
func ThesisWords() Source {
	return Source{
		Role:    RoleWords,
		Name:    "words.txt",
		Title:   "dwyl/english-words of 2020-08-23",
		Origin:  "https://raw.githubusercontent.com/dwyl/english-words/7cb484da5de560c11109c8f3925565966015e5a9/words.txt",
		Licence: "public domain (Unlicense)",
		SHA256:  "3797c8dd6adf523e6c1ac8fbb59a7aec6fbc69d723a4af62972eda2e33ec331f",
		Bytes:   4_862_992,
		Count:   466_550,
		Thesis:  true,
	}
}

// SCOWL is the embedded word list, a substitute for the thesis's.
func SCOWL() Source {
	return Source{
		Role:     RoleWords,
		Name:     "american-english-insane",
		Title:    "SCOWL american-english-insane (Debian 2020.12.07-2)",
		Origin:   "Debian package wamerican-insane 2020.12.07-2, /usr/share/dict/american-english-insane",
		Licence:  "SCOWL and its sources, permissive (data/COPYRIGHT-scowl.txt)",
		SHA256:   "19fb16e4f5262e5007e9b203a4d5cc3cd05834987b2f2c1e037bc6329c2a6fd4",
		Bytes:    6_922_426,
		Count:    663_473,
		Embedded: true,
	}
}

// Hyphenex is the thesis's list of exceptions.
func Hyphenex() Source {
	return Source{
		Role:     RoleExceptions,
		Name:     "hyphenex.tex",
		Title:    "CTAN hyphenex of 2021-01-11",
		Origin:   "CTAN hyphenex, ushyphex.tex (Debian package texlive-base, tex/generic/hyphenex/ushyphex.tex)",
		Licence:  "free to use, change and distribute (notice in the file)",
		SHA256:   "9392bd6e14b2f34ebc31d2ba4eddb7d1266bf563bfd89c6161f63cfd7f00ef5c",
		Bytes:    26_295,
		Count:    1_753,
		Detail:   "on 1,751 lines",
		Embedded: true,
		Thesis:   true,
	}
}

// PatternsEN is the American English pattern file.
func PatternsEN() Source {
	return Source{
		Role:     RolePatterns,
		Name:     "patterns-en.tex",
		Title:    "hyph-utf8 hyph-en-us of 2005-05-30",
		Origin:   "hyph-utf8, hyph-en-us.tex (Debian package texlive-lang-english)",
		Licence:  "free to copy, change and distribute, its notice kept (notice in the file)",
		SHA256:   "f4ffcd96c5cbc886bdad23f95dcae8edc3cd3620eae62f7946eceda97c4e68f8",
		Bytes:    34_128,
		Count:    4_938,
		Detail:   "and 14 exceptions",
		Embedded: true,
		Thesis:   true,
	}
}

// KingJames is the embedded running text.
func KingJames() Source {
	return Source{
		Role:     RoleText,
		Name:     "kjv.txt",
		Title:    "King James Bible (Debian bible-kjv-text 4.38)",
		Origin:   "Debian packages bible-kjv-text and bible-kjv 4.38: bible 'gen1:1-rev22:21'",
		Licence:  "public domain (data/COPYRIGHT-kjv.txt)",
		SHA256:   "82fa5f3788c6a9a010fb128a0f0bf588984b5888a82058520620eded59b033ea",
		Bytes:    4_298_239,
		Count:    790_889,
		Detail:   "in running text",
		Embedded: true,
	}
}

// Sources returns all known inputs, those of the thesis first.
func Sources() []Source {
	return []Source{ThesisWords(), Hyphenex(), PatternsEN(), SCOWL(), KingJames()}
}
