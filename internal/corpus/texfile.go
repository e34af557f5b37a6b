package corpus

import (
	"fmt"

	"hyphbench/data"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/runfolder"
)

// File is a TeX file of exceptions or patterns, unparsed.
type File struct {
	Name  string          // for the parser's errors: the path, or the name of the embedded file
	Src   []byte          // not to be changed
	Input runfolder.Input // Count is 0 for an unknown file; Files.Inputs counts
	Note  string          // a sentence for every output; empty for the thesis's file
}

// LoadExceptions reads the files at paths, in this order. Without paths it returns
// the embedded hyphenex.
func LoadExceptions(paths ...string) ([]File, error) {
	if len(paths) == 0 {
		return []File{newFile(Hyphenex(), Hyphenex().Name, data.Hyphenex)}, nil
	}
	files := make([]File, len(paths))
	for i, path := range paths {
		f, err := readFile(Hyphenex(), path)
		if err != nil {
			return nil, err
		}
		files[i] = f
	}
	return files, nil
}

// LoadPatterns reads the file at path. Without a path it returns the embedded
// American English patterns.
func LoadPatterns(path string) (File, error) {
	if path == "" {
		return newFile(PatternsEN(), PatternsEN().Name, data.PatternsEN), nil
	}
	return readFile(PatternsEN(), path)
}

// readFile reads a file in place of the usual one.
func readFile(usual Source, path string) (File, error) {
	src, err := inputfile.Read(path, inputfile.Rules)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", usual.Role, err)
	}
	return newFile(usual, path, src), nil
}

func newFile(usual Source, name string, src []byte) File {
	f := File{Name: name, Src: src, Input: InputOf(usual.Role, name, src)}
	if !f.Input.Pinned {
		f.Note = fmt.Sprintf("File of %s: %s, SHA-256 %.12s…, not the thesis's (%s).",
			usual.Role, f.Input.Title, f.Input.SHA256, usual.Title)
	}
	return f
}
