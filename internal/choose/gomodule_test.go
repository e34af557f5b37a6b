package choose

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// The module of every library (in the first tier of one) builds as it stands, passes its own
// test, keeps its file and answers; so does the program that an answer prints.
func TestModules(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys.txt")
	text := "a key\nanother\r\n\nanother\n"
	for i := range 1000 {
		text += strconv.Itoa(i) + "\n"
	}
	if err := os.WriteFile(keys, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, l := range Libraries() {
		for _, keyed := range []bool{false, true} {
			if keyed && !l.Hashed || !tier.Checking() && (l.Measured().Name != "xorfilter-fuse" || keyed) {
				continue
			}
			name := l.Measured().Name
			if keyed {
				name += " with a secret"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := l.program(1002, onePercentOf(l), keyed, Source{Keys: keys})
				folder := filepath.Join(t.TempDir(), "keyfilter")
				if _, err := (&Answer{program: &p, Obtainable: &Obtainable{}}).WriteModule(folder); err != nil {
					t.Fatal(err)
				}
				code, err := p.code()
				if err != nil {
					t.Fatal(err)
				}
				if err := os.Mkdir(filepath.Join(folder, "program"), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(folder, "program", "main.go"), []byte(code), 0o600); err != nil {
					t.Fatal(err)
				}
				execute := func(args ...string) (string, error) {
					c := exec.Command("go", args...)
					// -trimpath as these tests: an empty cache gets the standard library once
					c.Dir, c.Env = folder, append(os.Environ(), "GOFLAGS=-trimpath", "GOWORK=off")
					out, err := c.CombinedOutput()
					return string(out), err
				}
				if out, err := execute("mod", "download"); err != nil {
					t.Skipf("the modules cannot be had here: %v\n%s", err, out)
				}
				asked, no, noInProgram := "another no-key-at-all", "no-key-at-all is not a key\n", "no-key-at-all false\n"
				if keyed { // of another secret each time, and then it may be a key by chance
					asked, no, noInProgram = "another", "", ""
				}
				for _, c := range []struct {
					args, want string
				}{
					{"mod tidy -diff", ""}, {"vet ./...", ""}, {"test -v .", "--- PASS: TestFilter"}, {"test -v .", "--- PASS: TestRepeatedKeys"}, {"test -v .", "--- PASS: TestDamagedFile"}, {"run . build", ""},
					{"run . ask " + asked, "another may be a key\n" + no}, {"run ./program " + asked, "another true\n" + noInProgram},
				} {
					if out, err := execute(strings.Fields(c.args)...); err != nil || !strings.Contains(out, c.want) {
						t.Errorf("go %s: %v, want %q\n%s", c.args, err, c.want, out)
					}
				}
				// A flag behind the command would be a filter of other keys, or a word.
				for _, args := range [][]string{{"build", "-keys=other"}, {"build", "extra"}, {"ask", "-filter=other", "word"}} {
					if out, err := execute(append([]string{"run", "."}, args...)...); err == nil || !strings.Contains(out, "Usage: ") {
						t.Errorf("%v: %v\n%s", args, err, out)
					}
				}
				// A damaged file would deny keys, or end in a panic.
				file := filepath.Join(folder, "keys.filter")
				whole, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				whole[len(whole)/2] ^= 1
				for _, c := range []struct{ content, want string }{
					{string(whole), "keys.filter: the filter is damaged: its checksum does not fit its bytes"},
					{"hyphflt\x01" + strings.Repeat("\xff", 5000), "keys.filter: not a filter of this program"},
				} {
					if err := os.WriteFile(file, []byte(c.content), 0o600); err != nil {
						t.Fatal(err)
					}
					if out, err := execute("run", ".", "ask", "another"); err == nil || !strings.HasPrefix(out, c.want) {
						t.Errorf("a damaged file: %v, want %q\n%s", err, c.want, out)
					}
				}
			})
		}
	}
}

// Every library's program and module are in the form of gofmt, name what they need, and read the
// keys where they are.
func TestPrograms(t *testing.T) {
	for _, l := range Libraries() {
		for _, keyed := range []bool{false, true} {
			if keyed && !l.Hashed && !l.Secret {
				continue
			}
			p := l.program(1000, onePercentOf(l), keyed, Source{"some keys.txt", keyed})
			files, err := p.files("/tmp/Of-My Keys")
			if err != nil {
				t.Fatal(err)
			}
			code, err := p.code()
			if err != nil {
				t.Fatal(err)
			}
			all := map[string]string{"": code}
			for _, f := range append(files, GoFile{"program.go", code}) {
				all[f.Name] = f.Text
				if !strings.HasSuffix(f.Name, ".go") {
					continue
				}
				if text, err := format.Source([]byte(f.Text)); err != nil || string(text) != f.Text {
					t.Errorf("%s, %s is not formatted: %v\n%s", l.Measured().Name, f.Name, err, f.Text)
				}
			}
			for _, m := range p.Modules(keyed) {
				if !strings.Contains(code, "// go get "+m.Path+"@"+m.Version+"\n") || !strings.Contains(all["go.mod"], m.Path+" "+m.Version) || !strings.Contains(all["go.sum"], m.Path+" "+m.Version+" h1:") {
					t.Errorf("%s, keyed: %v: %s is not in its program, go.mod and go.sum", l.Measured().Name, keyed, m.Path)
				}
			}
			if !strings.HasPrefix(all["go.mod"], "module of-mykeys\n") || !strings.Contains(all["main.go"], `"some keys.txt"`) || !strings.Contains(code, `"some keys.txt"`) {
				t.Errorf("%s: %v", l.Measured().Name, all)
			}
			if zero := strings.Contains(code, "r == 0"); zero != keyed || zero != strings.Contains(all["main.go"], "r == 0") {
				t.Errorf("%s: zero bytes end keys: %v, want %v", l.Measured().Name, zero, keyed)
			}
		}
	}
}

func TestModuleName(t *testing.T) {
	for folder, want := range map[string]string{"x/My_Filter2": "myfilter2", "/": "keyfilter", "a/-é-": "keyfilter"} {
		if got := moduleName(folder); got != want {
			t.Errorf("%s: %s, want %s", folder, got, want)
		}
	}
}

// A folder with files stays as it is.
func TestUseFolder(t *testing.T) {
	folder := t.TempDir()
	a := &Answer{}
	if names, err := a.WriteModule(folder); names != nil || err != nil {
		t.Errorf("without a library: %v %v", names, err)
	}
	p := Libraries()[0].program(10, onePercentOf(Libraries()[0]), false, Source{Keys: "keys.txt"})
	a.program, a.Obtainable = &p, &Obtainable{Structure: "lib"}
	if names, err := a.WriteModule(folder + "/new/one"); len(names) != 5 || err != nil {
		t.Errorf("%v %v", names, err)
	}
	if len(a.Do)+len(a.brief.do) > 0 {
		t.Errorf("writing changes the answer: %q", a.Do)
	}
	a.SayModule(folder + "/new/one")
	if want := "The Go module in " + folder + "/new/one uses lib: "; len(a.brief.do) != 1 || !strings.HasPrefix(a.brief.do[0], want) || !slices.Equal(a.Do, a.brief.do) {
		t.Errorf("what to do: %q, want %q", a.brief.do, want)
	}
	if _, err := a.WriteModule(folder); err == nil || !strings.Contains(err.Error(), "has files already") {
		t.Errorf("%v", err)
	}
}
