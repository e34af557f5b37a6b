package choose

import (
	"embed"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"hyphbench/internal/filter/library"
)

// Source is where the keys of a program are.
type Source struct {
	Keys string // a file
	Null bool   // zero bytes end keys, in place of line ends
}

// program is a library's code for the keys of a question.
type program struct {
	Library
	Source
	Keyed      bool // the hash has a secret
	Count      int
	rate, bits float64 // that its filter has
}

// program is the library's, for n keys by an offer of its filter.
func (l Library) program(n int, o Offer, keyed bool, from Source) program {
	if from.Keys == "" {
		from.Keys = "keys.txt"
	}
	fill := strings.NewReplacer("{eps}", strconv.FormatFloat(o.Asked.Float(), 'f', -1, 64), "{width}", strconv.Itoa(library.FuseWidth(max(o.Rate, math.SmallestNonzeroFloat64))))
	for _, code := range []*string{&l.Type, &l.Make, &l.Ask, &l.Save, &l.Load, &l.Add, &l.Remove} {
		*code = fill.Replace(*code)
	}
	return program{l, from, keyed, n, o.Rate, o.Bits}
}

// offers says what the filter has: "0.391 % false positives and 9.26 bits per key".
func (p program) offers() string {
	rate, bits := p.rate, p.bits
	text := percent(rate) + " % false positives"
	if rate == 0 {
		text = "no false positives"
	}
	return text + " and " + number(bits) + " bits per key"
}

// from is the module, or Go itself.
func (p program) from() string {
	if p.Module == "" {
		return "Go's own map"
	}
	return p.Module
}

// secret reports whether the caller hashes, by a hash with a secret.
func (p program) secret() bool { return p.Hashed && p.Keyed }

//go:embed gomodule
var goModule embed.FS

// GoFile is a file of a module.
type GoFile struct{ Name, Text string }

// files are those of a module that keeps a filter of the keys: it builds as it stands, and has a
// test. Its name is that of the folder.
func (p program) files(folder string) (list []GoFile, err error) {
	name := moduleName(folder)
	list = []GoFile{{"go.mod", p.goMod(name)}}
	if p.Module != "" {
		sums, err := goModule.ReadFile("gomodule/" + p.sums())
		if err != nil {
			return nil, err
		}
		list = append(list, GoFile{"go.sum", string(sums)})
	}
	for _, file := range []string{"main.go", "filter/filter.go", "filter_test.go"} {
		text, err := p.fill(path.Base(file), name)
		if err != nil {
			return nil, err
		}
		list = append(list, GoFile{file, text})
	}
	return list, nil
}

// code is a program of one file, as an answer prints it: it makes the filter and asks it for
// the words of its command line.
func (p program) code() (string, error) { return p.fill("program.go", "") }

// fill is a file of Go.
func (p program) fill(file, name string) (string, error) {
	templates, err := template.New("").Funcs(template.FuncMap{"indent": indented}).ParseFS(goModule, "gomodule/*.tmpl")
	if err != nil {
		return "", err
	}
	packages := p.packages()
	var text strings.Builder
	err = templates.ExecuteTemplate(&text, file+".tmpl", struct {
		program
		Name, From, Offers, Header    string
		Rate                          float64
		Some                          int // keys of the test where there is no file of them
		WithSecret                    bool
		Get                           []Module
		FilterImports, ProgramImports string
	}{
		p, name, p.from(), p.offers(), p.header(), p.rate, min(p.Count, 100_000), p.secret(), p.Modules(p.Keyed),
		importBlock(slices.Concat(packages, p.filePackages())), importBlock(slices.Concat(packages, []string{"fmt", "os", "strings"})),
	})
	return text.String(), err
}

// sums is the file of checksums for the modules.
func (p program) sums() string {
	name := strings.ToLower(path.Base(strings.TrimSuffix(p.Module, "/v3")))
	if p.secret() {
		name += "-secret"
	}
	return name + ".sum"
}

func (p program) goMod(name string) string {
	text := "module " + name + "\n\ngo 1.22\n"
	block := func(list []Module, end string) {
		switch len(list) {
		case 0:
		case 1:
			text += "\nrequire " + list[0].Path + " " + list[0].Version + end + "\n"
		default:
			text += "\nrequire (\n"
			for _, m := range list {
				text += "\t" + m.Path + " " + m.Version + end + "\n"
			}
			text += ")\n"
		}
	}
	direct := p.Modules(p.Keyed)
	slices.SortFunc(direct, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	block(direct, "")
	block(p.Indirect, " // indirect")
	return text
}

// moduleName is a name for the module in a folder.
func moduleName(folder string) string {
	if full, err := filepath.Abs(folder); err == nil {
		folder = full
	}
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, strings.ToLower(filepath.Base(folder)))
	if name = strings.Trim(name, "-"); name == "" {
		return "keyfilter"
	}
	return name
}

// packages are those that the filter needs without its file.
func (p program) packages() []string {
	list := append([]string{"errors", "slices"}, p.Imports...)
	switch {
	case p.secret():
		list = append(list, "crypto/rand", "encoding/binary", siphash)
	case p.Hashed:
		list = append(list, xxhash)
	}
	return list
}

// filePackages are those that its file needs beside.
func (p program) filePackages() []string {
	list := []string{"bytes", "encoding/binary", "fmt", "hash/crc32", "io"}
	if strings.Contains(p.Save, "gob.") {
		list = append(list, "encoding/gob")
	}
	return list
}

// header begins the file of a filter: it names the type and the hash function.
func (p program) header() string {
	text := "keyfilter 1: " + strings.TrimPrefix(p.Type, "*")
	switch {
	case p.secret():
		text += ", " + siphash
	case p.Hashed:
		text += ", " + xxhash
	}
	return text + "\n"
}

// importBlock is an import declaration: Go's own packages first, then the others.
func importBlock(list []string) string {
	var own, other []string
	for _, name := range slices.Compact(slices.Sorted(slices.Values(list))) {
		line := name
		if !strings.Contains(name, `"`) {
			line = `"` + name + `"`
		}
		if strings.Contains(pathOf(name), ".") {
			other = append(other, line)
		} else {
			own = append(own, line)
		}
	}
	byPath := func(a, b string) int { return strings.Compare(pathOf(a), pathOf(b)) }
	slices.SortFunc(own, byPath)
	slices.SortFunc(other, byPath)
	if len(own) > 0 && len(other) > 0 {
		own = append(own, "")
	}
	var b strings.Builder
	b.WriteString("import (\n")
	for _, line := range slices.Concat(own, other) {
		b.WriteString(strings.TrimRight("\t"+line, "\t") + "\n")
	}
	return b.String() + ")"
}

// pathOf is the path of an import, without its name.
func pathOf(imported string) string {
	return strings.Trim(imported[strings.IndexByte(imported, '"')+1:], `"`)
}

// indented is code one level deeper.
func indented(code string) string {
	return "\t" + strings.ReplaceAll(code, "\n", "\n\t")
}

// WriteModule writes the module of the answer's library into a new or empty folder, and
// returns the names of its files; none where there is no library.
func (a *Answer) WriteModule(folder string) (names []string, err error) {
	if a.program == nil {
		return nil, nil
	}
	if err := UseFolder(folder); err != nil {
		return nil, err
	}
	p := *a.program
	if _, err := os.Stat(p.Keys); err == nil { // the module is another folder
		if p.Keys, err = filepath.Abs(p.Keys); err != nil {
			return nil, err
		}
	}
	files, err := p.files(folder)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o666); err != nil {
			return nil, err
		}
		names = append(names, f.Name)
	}
	return names, nil
}

// SayModule adds to what to do that the module was written into a folder, and what it is for.
func (a *Answer) SayModule(folder string) {
	written := fmt.Sprintf("The Go module in %s uses %s: 'go test .' there builds the filter from your keys and queries it.", folder, a.Obtainable.Structure)
	a.Do, a.brief.do = append(a.Do, written), append(a.brief.do, written)
}

// UseFolder is an error where a folder has files already.
func UseFolder(folder string) error {
	there, err := os.ReadDir(folder)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return err
	case len(there) > 0:
		return fmt.Errorf("%s has files already: want a new or an empty folder", folder)
	}
	return nil
}
