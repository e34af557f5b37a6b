package imagetest

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// image is what a Containerfile makes.
type image struct {
	copies     []*instructions.CopyCommand
	env        []string
	user, work string
	volumes    []string
	entry, cmd []string
}

// read parses the Containerfile. It knows the instructions that need no engine and
// no registry; another one fails the test, and so does a warning of the linter.
func read(t *testing.T) image {
	t.Helper()
	text, err := os.ReadFile("../../Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range tree.Warnings {
		t.Errorf("%s: %s", w.Short, w.URL)
	}
	warn := func(rule, _, _, text string, _ []parser.Range) { t.Errorf("%s: %s", rule, text) }
	stages, arguments, err := instructions.Parse(tree.AST, linter.New(&linter.Config{Warn: warn}))
	if err != nil {
		t.Fatal(err)
	}
	if len(arguments) > 0 || len(stages) != 1 || stages[0].BaseName != "scratch" {
		t.Fatalf("%d arguments, stages %+v: want one stage, from scratch", len(arguments), stages)
	}
	var i image
	for _, command := range stages[0].Commands {
		switch c := command.(type) {
		case *instructions.CopyCommand:
			i.copies = append(i.copies, c)
		case *instructions.EnvCommand:
			for _, pair := range c.Env {
				i.env = append(i.env, pair.Key+"="+pair.Value)
			}
		case *instructions.UserCommand:
			i.user = c.User
		case *instructions.WorkdirCommand:
			i.work = c.Path
		case *instructions.VolumeCommand:
			i.volumes = append(i.volumes, c.Volumes...)
		case *instructions.EntrypointCommand:
			i.entry = withoutShell(t, c.ShellDependantCmdLine)
		case *instructions.CmdCommand:
			i.cmd = withoutShell(t, c.ShellDependantCmdLine)
		default:
			t.Fatalf("%s: this test does not know %s", c, c.Name())
		}
	}
	return i
}

// owner are the numbers of a user and a group, "65532:65532".
func owner(t *testing.T, text string) (uid, gid int) {
	t.Helper()
	u, g, _ := strings.Cut(text, ":")
	uid, err := strconv.Atoi(u)
	if err == nil {
		gid, err = strconv.Atoi(g)
	}
	if err != nil {
		t.Fatalf("user %q: want numbers, as there is no /etc/passwd: %v", text, err)
	}
	return uid, gid
}

func TestContainerfile(t *testing.T) {
	i := read(t)
	if uid, gid := owner(t, i.user); uid == 0 || gid == 0 {
		t.Errorf("user %s is root", i.user)
	}
	if !slices.Equal(i.volumes, []string{i.work}) {
		t.Errorf("volumes %v, working directory %s: want the one to be the other", i.volumes, i.work)
	}
	for _, want := range []string{"HOME=" + i.work, "TMPDIR=" + i.work} {
		if !slices.Contains(i.env, want) {
			t.Errorf("environment %v: want %s", i.env, want)
		}
	}
	owned := slices.ContainsFunc(i.copies, func(c *instructions.CopyCommand) bool { return c.DestPath == i.work && c.Chown == i.user })
	if !owned {
		t.Errorf("nothing that %s owns is copied to %s", i.user, i.work)
	}
}

// The program runs in the image: with nothing else there, not as root, and with a
// folder for its results.
func TestImage(t *testing.T) {
	folder := os.Getenv("IMAGETEST_CONTEXT")
	if folder == "" {
		t.Skip("IMAGETEST_CONTEXT names no unpacked archive")
	}
	i := read(t)
	if os.Getuid() != 0 {
		t.Skip("only root can change the root of a program")
	}
	kept, err := os.ReadFile(filepath.Join(folder, "Containerfile"))
	own, ownErr := os.ReadFile("../../Containerfile")
	if err != nil || ownErr != nil || !bytes.Equal(kept, own) {
		t.Errorf("the archive's Containerfile is another: %v %v", err, ownErr)
	}
	root := t.TempDir()
	for dir := root; dir != "/" && dir != os.TempDir(); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range i.copies {
		place(t, folder, root, c)
	}
	run := func(wantCode int, args ...string) string {
		t.Helper()
		cmd := exec.Command(i.entry[0], args...)
		cmd.Dir, cmd.Env = i.work, i.env
		cmd.SysProcAttr = confined(t, root, i.user)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if code := cmd.ProcessState.ExitCode(); code != wantCode {
			t.Fatalf("%q: exit code %d, want %d\n%s", args, code, wantCode, out)
		}
		return string(out)
	}
	want := func(text, part string) {
		t.Helper()
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	want(run(0, i.cmd...), "Usage:")
	want(run(0, "version"), "source     ")
	measured := run(0, "run", "--filter=bloom", "--eps=5%", "--reps=2", "--words=/usr/share/doc/hyphbench/data/hyphenex.tex")
	want(measured, "results/")
	run(0, "plot")
	want(run(0, "show"), "bloom")
	want(run(1, "build", "--keys=/usr/share/doc/hyphbench/LICENSE", "--filter=bloom", "--eps=1%", "--out=/usr/x.filter"), "permission denied")
	found, err := filepath.Glob(filepath.Join(root, i.work, "results", "*-thesis", "figures", "*.svg"))
	if err != nil || len(found) == 0 {
		t.Errorf("no figures on the volume: %v", err)
	}
}

// place copies as COPY does: a file to a path or below a folder, of a folder what
// it holds.
func place(t *testing.T, folder, root string, c *instructions.CopyCommand) {
	t.Helper()
	uid, gid := 0, 0
	if c.Chown != "" {
		uid, gid = owner(t, c.Chown)
	}
	if len(c.SourceContents) > 0 || c.From != "" {
		t.Fatalf("%s: want files of the folder alone", c)
	}
	for _, source := range c.SourcePaths {
		err := filepath.WalkDir(filepath.Join(folder, source), func(name string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(filepath.Join(folder, source), name)
			if err != nil {
				return err
			}
			to := path.Join(root, c.DestPath, filepath.ToSlash(rel))
			if rel == "." && !e.IsDir() && strings.HasSuffix(c.DestPath, "/") {
				to = path.Join(to, path.Base(source))
			}
			if e.IsDir() {
				err = os.MkdirAll(to, 0o755)
			} else if err = os.MkdirAll(path.Dir(to), 0o755); err == nil {
				err = copyFile(name, to)
			}
			if err != nil {
				return err
			}
			return os.Chown(to, uid, gid)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, info.Mode().Perm())
}

// withoutShell is a command that needs no shell.
func withoutShell(t *testing.T, line instructions.ShellDependantCmdLine) []string {
	t.Helper()
	if line.PrependShell || len(line.CmdLine) == 0 {
		t.Fatalf("%q needs a shell, which the image has not", line.CmdLine)
	}
	return line.CmdLine
}
