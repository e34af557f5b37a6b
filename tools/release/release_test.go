package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/tier"
)

// command runs a command and returns what it prints.
func command(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %q: %v\n%s%s", name, args, err, stdout.Bytes(), stderr.Bytes())
	}
	return stdout.String()
}

func gitEnv() []string {
	return []string{
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org",
		"GIT_AUTHOR_DATE=2001-02-03T04:05:06Z", "GIT_COMMITTER_DATE=2001-02-03T04:05:06Z",
	}
}

// repository makes a repository with one commit of 2001, of the source as it is now.
func repository(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "origin")
	for _, name := range []string{"cmd", "data", "internal"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("../..", name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{".gitattributes", "go.mod", "go.sum", "LICENSE", "NOTICE.md", "CITATION.cff", "Containerfile"} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command(t, dir, gitEnv(), "git", "init", "-q", "-b", "main")
	command(t, dir, gitEnv(), "git", "add", "-A")
	command(t, dir, gitEnv(), "git", "commit", "-q", "-m", "the source")
	return dir
}

// place is where and how a release is built.
type place struct {
	folder, umask, below string
	cloned               []string // configuration of the clone
	env                  []string
	touched              time.Time
	owner                int // of the repository, where the test may change it
}

// The archive is the same, whatever the folder, the umask, the times of the files,
// the working directory and the environment; and it holds what it must.
func TestSameBytes(t *testing.T) {
	tier.Check(t) // links the program twice
	if runtime.GOOS == "windows" {
		t.Skip("needs a umask")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git, which knows the revision")
	}
	own := target{runtime.GOOS, runtime.GOARCH}
	if !slices.Contains(allTargets(), own) {
		t.Skipf("no archive is made for %s", own)
	}
	origin := repository(t)
	tool := filepath.Join(t.TempDir(), "release")
	command(t, ".", nil, "go", "build", "-o", tool, ".")

	built := func(p place) (dir, out string) {
		dir, out = filepath.Join(t.TempDir(), p.folder), filepath.Join(t.TempDir(), "archives")
		clone := "umask " + p.umask + ` && git clone -q "$@"`
		command(t, ".", gitEnv(), "sh", append([]string{"-c", clone, "sh"}, append(p.cloned, origin, dir)...)...)
		err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if e != nil && e.Name() == ".git" {
				return filepath.SkipDir
			}
			if err != nil || p.touched.IsZero() {
				return err
			}
			return os.Chtimes(name, p.touched, p.touched)
		})
		if err == nil && p.owner != 0 && os.Getuid() == 0 {
			err = os.Chown(filepath.Join(dir, ".git"), p.owner, p.owner)
		}
		if err != nil {
			t.Fatal(err)
		}
		run := "umask " + p.umask + ` && exec "$@"`
		command(t, filepath.Join(dir, p.below), append(gitEnv(), p.env...), "sh", "-c", run, "sh", tool, "-out", out, "-targets", own.String())
		return dir, out
	}
	dir, out := built(place{
		folder: "a b", umask: "077", cloned: []string{"-c", "core.autocrlf=true"},
		env: []string{"TZ=Asia/Kathmandu", "LANG=de_DE.UTF-8", "GOFLAGS=-ldflags=-X=main.a=b", "HYPHBENCH_REPS=7", "GOAMD64=v3"},
	})
	_, again := built(place{
		folder: "deep/er", umask: "002", below: "internal/stats", touched: time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC), owner: 65532,
		env: []string{"GOARM64=v8.1", "CGO_ENABLED=1", "SOURCE_DATE_EPOCH=1", "GOFLAGS=-buildvcs=false"},
	})

	names, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil || len(names) != 2 {
		t.Fatalf("%d files: %v, want an archive and %s", len(names), err, sumsFile)
	}
	for _, name := range names {
		one, two := read(t, name), read(t, filepath.Join(again, filepath.Base(name)))
		if !bytes.Equal(one, two) {
			t.Errorf("%s: %d and %d bytes, which differ", filepath.Base(name), len(one), len(two))
		}
		if base := filepath.Base(name); base != sumsFile {
			t.Run("contents", func(t *testing.T) { checkArchive(t, name, own, origin, dir) })
			if want := string(sums([]file{text(base, one)}).text); string(read(t, filepath.Join(out, sumsFile))) != want {
				t.Errorf("%s is not\n%s", sumsFile, want)
			}
		}
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// checkArchive unpacks an archive and looks for all that must be inside.
func checkArchive(t *testing.T, name string, own target, origin, source string) {
	dir := t.TempDir()
	command(t, dir, nil, "tar", "-xzf", name)
	top, _ := strings.CutSuffix(filepath.Base(name), own.extension())
	dir = filepath.Join(dir, top)

	revision := strings.TrimSpace(command(t, origin, gitEnv(), "git", "rev-parse", "HEAD"))
	program := filepath.Join(dir, own.program())
	said := command(t, dir, nil, program, "version")
	for _, want := range []string{"v0.0.0-20010203040506-" + revision[:12] + "\n", revision + " of 2001-02-03T04:05:06Z\n", runtime.Version(), own.String()} {
		if !strings.Contains(said, want) {
			t.Errorf("hyphbench version: no %q in\n%s", want, said)
		}
	}
	if strings.Contains(said, "no revision") {
		t.Errorf("hyphbench version: modified\n%s", said)
	}
	if readme := string(read(t, filepath.Join(dir, "README.md"))); !strings.Contains(readme, revision) || !strings.Contains(readme, own.String()) {
		t.Errorf("README.md names neither revision nor system:\n%s", readme)
	}
	if bytes.Contains(read(t, program), []byte(source)) {
		t.Errorf("the program holds the folder %s", source)
	}

	// Every command has a page, of the month of the revision.
	commands := regexp.MustCompile(`(?m)^  ([a-z]+)  +\S`).FindAllStringSubmatch(command(t, dir, nil, program, "help"), -1)
	if len(commands) < 15 {
		t.Errorf("only %d commands in the help", len(commands))
	}
	for _, c := range commands {
		if c[1] == "help" {
			continue
		}
		if page := string(read(t, filepath.Join(dir, "man/man1/hyphbench-"+c[1]+".1"))); !strings.Contains(page, "Feb 2001") {
			t.Errorf("the page of %s is not of February 2001:\n%.200s", c[1], page)
		}
	}
	for file, want := range map[string]string{
		"hyphbench.bash": "complete -o default", "_hyphbench": "#compdef hyphbench", "hyphbench.fish": "complete -c hyphbench", "hyphbench.ps1": "Register-ArgumentCompleter",
	} {
		if script := string(read(t, filepath.Join(dir, "completions", file))); !strings.Contains(script, want) {
			t.Errorf("completions/%s has no %q", file, want)
		}
	}
	if bash, err := exec.LookPath("bash"); err == nil {
		command(t, dir, nil, bash, "-n", "completions/hyphbench.bash")
	}

	// The checksums are those of all files, but their own.
	listed := map[string]bool{}
	for line := range strings.Lines(string(read(t, filepath.Join(dir, sumsFile)))) {
		_, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		listed[name] = true
		if got := string(sums([]file{text(name, read(t, filepath.Join(dir, name)))}).text); got != line {
			t.Errorf("checksum %q, want %q", line, got)
		}
	}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, name)
		if err == nil && !e.IsDir() && e.Name() != sumsFile && !listed[filepath.ToSlash(rel)] {
			t.Errorf("%s has no checksum", rel)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}

	// What is linked, as the program itself says.
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	index := string(read(t, filepath.Join(dir, "THIRD-PARTY.md")))
	for _, m := range append(info.Deps, &debug.Module{Path: "go", Version: strings.TrimPrefix(runtime.Version(), "go")}) {
		if !strings.Contains(index, "* "+m.Path+" "+m.Version) && m.Path != "go" {
			t.Errorf("THIRD-PARTY.md does not name %s %s", m.Path, m.Version)
		}
		found, err := filepath.Glob(filepath.Join(dir, "licenses", m.Path+"@"+m.Version, "*"))
		if err != nil || !slices.ContainsFunc(found, func(name string) bool { return grant.MatchString(filepath.Base(name)) }) {
			t.Errorf("%s@%s has no licence in the archive: %v %v", m.Path, m.Version, found, err)
		}
	}
	for _, file := range regexp.MustCompile("`(licenses/[^`]*)`").FindAllStringSubmatch(index, -1) {
		if len(read(t, filepath.Join(dir, file[1]))) < 50 {
			t.Errorf("%s says nothing", file[1])
		}
	}
}

// Every module that is linked for a system has its terms, and so have fonts and
// data, for all systems.
func TestNotices(t *testing.T) {
	tools, err := newToolchain(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, own := range allTargets() {
		t.Run(own.String(), func(t *testing.T) {
			packages, err := tools.packages(t.Context(), own)
			if err != nil {
				t.Fatal(err)
			}
			list, err := modules(packages)
			if err != nil {
				t.Fatal(err)
			}
			files, err := tools.notices(list, runtime.Version())
			if err != nil {
				t.Fatal(err)
			}
			data, err := tools.dataFiles(packages, list)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, data...)
			has := func(name, says string) {
				t.Helper()
				if !slices.ContainsFunc(files, func(f file) bool { return f.name == name && bytes.Contains(f.text, []byte(says)) }) {
					t.Errorf("no %s with %q", name, says)
				}
			}
			version := map[string]string{}
			for _, p := range packages {
				if p.Module == nil || p.Module.Main {
					continue
				}
				version[p.Module.Path] = p.Module.Version
				folder := path.Join("licenses", p.Module.Path+"@"+p.Module.Version) + "/"
				if !slices.ContainsFunc(files, func(f file) bool {
					return strings.HasPrefix(f.name, folder) && regexp.MustCompile(`(?i)permission|redistribut|granted|licen[cs]e`).Match(f.text)
				}) {
					t.Errorf("%s: no terms of %s", p.ImportPath, folder)
				}
			}
			for m, says := range map[string]string{
				"codeberg.org/go-fonts/liberation:LICENSE-SIL":           "SIL OPEN FONT LICENSE",
				"golang.org/x/image:font/gofont/ttfs/README":             "Bigelow & Holmes",
				"golang.org/x/image:PATENTS":                             "patent",
				"github.com/golang/freetype:licenses/ftl.txt":            "FreeType",
				"gonum.org/v1/gonum:THIRD_PARTY_LICENSES/Cephes-LICENSE": "Moshier",
				"github.com/RoaringBitmap/roaring/v2:LICENSE-2.0.txt":    "Apache License",
				"go.yaml.in/yaml/v3:NOTICE":                              "Canonical",
				systemsOwn(own) + ":" + licenceOf(systemsOwn(own), list): "",
			} {
				module, name, _ := strings.Cut(m, ":")
				has("licenses/"+module+"@"+version[module]+"/"+name, says)
			}
			has("licenses/go@"+strings.TrimPrefix(runtime.Version(), "go")+"/LICENSE", "The Go Authors")
			has("THIRD-PARTY.md", "LiberationSans-Regular.ttf")
			has("THIRD-PARTY.md", "fonts: gobold")
			has("NOTICE.md", "data/words-scowl.coded.gz")
			has("data/COPYRIGHT-scowl.txt", "Ispell")
			has("data/COPYRIGHT-kjv.txt", "")
			has("data/patterns-en.tex", "Kuiken")
			has("data/hyphenex.tex", "TeX Users Group")
		})
	}
}

// systemsOwn is a module that is linked for one system alone.
func systemsOwn(t target) string {
	return map[string]string{
		"linux": "github.com/tklauser/numcpus", "darwin": "github.com/ebitengine/purego", "windows": "github.com/inconshreveable/mousetrap",
	}[t.OS]
}

func licenceOf(path string, list []module) string {
	for _, m := range list {
		if m.path == path {
			return m.notices[0]
		}
	}
	return "LICENSE"
}

// What must not be given away is not: a module without terms, a data file or a font
// that NOTICE.md does not name.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("m/sub/AUTHORS", "somebody")
	write("m/sub/license.go", "package sub")
	p := linked{ImportPath: "example.org/m/sub", Dir: filepath.Join(dir, "m", "sub"), EmbedFiles: []string{"A.ttf"}}
	p.Module = &struct {
		Path, Version, Dir string
		Main               bool
	}{"example.org/m", "v1.0.0", filepath.Join(dir, "m"), false}
	want := func(err error, text string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %q", err, text)
		}
	}
	_, err := modules([]linked{p})
	want(err, "module example.org/m@v1.0.0 has no licence")

	write("m/LICENSE", "all rights granted")
	list, err := modules([]linked{p})
	if err != nil || len(list) != 1 || fmt.Sprint(list[0].notices, list[0].fonts) != "[LICENSE sub/AUTHORS] [A.ttf]" {
		t.Fatal(list, err)
	}
	tools := &toolchain{root: dir}
	write("NOTICE.md", "`data/one`")
	_, err = tools.dataFiles([]linked{p}, list)
	want(err, "NOTICE.md does not name the fonts of example.org/m")
	_, err = tools.dataFiles([]linked{{ImportPath: "hyphbench/data", Dir: dir, EmbedFiles: []string{"one", "two"}}}, nil)
	want(err, "NOTICE.md does not name data/two")

	stamped := debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, {Key: "vcs.time", Value: "2001-02-03T04:05:06Z"}}}
	_, err = originOf(&stamped)
	want(err, "does not name its revision")
	stamped.Settings = append(stamped.Settings, debug.BuildSetting{Key: "vcs.revision", Value: "abc"})
	from, err := originOf(&stamped)
	if err != nil || !from.Modified || from.Revision != "abc" {
		t.Fatal(from, err)
	}
	page, err := aboutArchive(target{"windows", "amd64"}, from)
	if err != nil || !bytes.Contains(page.text, []byte("MODIFIED")) {
		t.Errorf("%s %v", page.text, err)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"-targets", "plan9/amd64"}, 2, `-targets: "plan9/amd64" is none: want some of linux/amd64,`},
		{[]string{"all"}, 2, `argument "all": want flags alone`},
		{[]string{"-h"}, 0, "-targets"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), c.args, &stdout, &stderr); code != c.code || !strings.Contains(stderr.String(), c.says) {
			t.Errorf("%q: %d, want %d\n%s", c.args, code, c.code, stderr.String())
		}
	}
}
