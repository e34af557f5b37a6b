package harness

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/usage"
)

// against is the other build that a run measures in turns with this one: --against.
type against struct {
	text     string // a program's file, or a revision of the source
	checksum string // of the file
	revision string // its hash
	worktree string // where the revision is checked out; empty before
}

const againstFlag = "against"

func (a *against) given() bool { return a.text != "" }

// resolve finds out what --against names.
func (a *against) resolve(ctx context.Context) error {
	if !a.given() || a.name() != "" {
		return nil
	}
	info, err := os.Stat(a.text)
	if err == nil && info.Mode().IsRegular() {
		a.checksum, err = checksum(a.text)
		return err
	}
	hash, err := git(ctx, ".", "rev-parse", "--verify", "--quiet", "--end-of-options", a.text+"^{commit}")
	if stopped := ctx.Err(); stopped != nil {
		return stopped
	}
	if err != nil {
		return usage.Errorf("--%s=%s: want the file of another build of the program, or a revision, with hyphbench's source as the working directory", againstFlag, a.text)
	}
	a.revision = hash
	return nil
}

// name is by what a run knows the build: the revision, or the checksum of a program. Empty
// before it is resolved.
func (a *against) name() string {
	switch {
	case a.revision != "":
		return a.revision
	case a.checksum != "":
		return "sha256:" + a.checksum[:12]
	}
	return ""
}

// side is that build. A revision is checked out below folder and built with the flags of this
// build, or linked in layouts.
func (a *against) side(ctx context.Context, folder string, layouts bool, remarks io.Writer) (*side, error) {
	switch {
	case a.checksum != "" && layouts:
		return nil, usage.Errorf("--%s=%s with --layouts: a program file cannot be linked again: want a revision", againstFlag, a.text)
	case a.checksum != "":
		program, err := filepath.Abs(a.text)
		return &side{program: same(program)}, err
	}
	program := filepath.Join(folder, "hyphbench-"+againstFlag)
	kept := a.kept(ctx)
	if !layouts && kept.take(program) {
		return &side{program: same(program)}, nil
	}
	fmt.Fprintf(remarks, "hyphbench: building %s (%s) ...\n", a.text, runfolder.Shortened(a.revision))
	source, err := a.checkOut(ctx, folder)
	if err != nil {
		return nil, err
	}
	l := &linker{flag: "--" + againstFlag, source: source, folder: filepath.Join(folder, againstFlag)}
	if layouts {
		return &side{program: l.link}, os.Mkdir(l.folder, 0o755)
	}
	if err := l.checkModule(ctx); err != nil {
		return nil, err
	}
	if err := l.build(ctx, program, buildFlags()...); err != nil {
		return nil, err
	}
	kept.keep(program)
	return &side{program: same(program)}, nil
}

// keptBuild is the file in the user's cache that has the last build of a revision: runs against
// the same one, as in a search for a change, need no other. Empty: none is kept.
type keptBuild string

const keptPrefix = againstFlag + "-"

// kept is that of the revision, by the same Go and with the flags of this build.
func (a *against) kept(ctx context.Context) keptBuild {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	tool, err := exec.CommandContext(ctx, "go", "env", "GOVERSION").Output()
	if err != nil {
		return ""
	}
	of := slices.Concat([]string{a.revision, string(tool)}, buildFlags(), buildSettings(builtUnder()...))
	return keptBuild(filepath.Join(cache, "hyphbench", keptPrefix+fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(of, "\n"))))))
}

// take copies the build to a program, if it is kept.
func (k keptBuild) take(program string) bool {
	content, err := os.ReadFile(string(k))
	return err == nil && os.WriteFile(program, content, 0o755) == nil
}

// keep keeps a program in the place of the one before. What fails costs a build.
func (k keptBuild) keep(program string) {
	content, err := os.ReadFile(program)
	if k == "" || err != nil || os.MkdirAll(filepath.Dir(string(k)), 0o755) != nil {
		return
	}
	before, _ := filepath.Glob(filepath.Join(filepath.Dir(string(k)), keptPrefix+"*"))
	for _, old := range before {
		_ = os.Remove(old)
	}
	_ = runfolder.WriteFile(string(k), content)
}

// checkOut makes a worktree of the revision and returns the folder of the module in it.
func (a *against) checkOut(ctx context.Context, folder string) (source string, err error) {
	below, err := git(ctx, ".", "rev-parse", "--show-prefix")
	if err == nil {
		a.worktree = filepath.Join(folder, "source")
		_, err = git(ctx, ".", "worktree", "add", "--quiet", "--detach", a.worktree, a.revision)
	}
	if err != nil {
		return "", fmt.Errorf("--%s=%s: %w", againstFlag, a.text, err)
	}
	return filepath.Join(a.worktree, filepath.FromSlash(below)), nil
}

// close removes the worktree, whatever ended the run.
func (a *against) close(ctx context.Context) {
	if a.worktree == "" {
		return
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer stop()
	_, _ = git(ctx, ".", "worktree", "remove", "--force", a.worktree) // git prunes it in time
}

// buildFlags are those of this build that decide on the code of the program. -trimpath
// conceals -ldflags, which decide on what is beside it.
func buildFlags() []string {
	return buildSettings("-asmflags", "-gcflags", "-ldflags", "-tags", "-trimpath")
}

// builtUnder are the settings of the environment that decide on it.
func builtUnder() []string { return []string{"CGO_ENABLED", "GOAMD64", "GOARM64"} }

// buildSettings are settings of this build, of these keys.
func buildSettings(keys ...string) (list []string) {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if slices.Contains(keys, s.Key) {
				list = append(list, s.Key+"="+s.Value)
			}
		}
	}
	return list
}

// git is what a git command prints.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}
