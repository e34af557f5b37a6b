package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	hyphbench "hyphbench/internal/command"
	"hyphbench/internal/experiment/all"
)

// pages are man pages, which have the date of the revision, and the completions that the
// program of this system writes.
func pages(ctx context.Context, program string, when time.Time) ([]file, error) {
	dir, err := os.MkdirTemp("", "release-pages-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	// An empty folder, where no configuration file is found.
	call := func(args ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Dir = dir
		cmd.Env = []string{"HOME=" + dir, "TZ=UTC", "LC_ALL=C", "COLUMNS=80"}
		if root := os.Getenv("SystemRoot"); root != "" {
			cmd.Env = append(cmd.Env, "SystemRoot="+root)
		}
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("hyphbench %s: %w", strings.Join(args, " "), withStderr(err))
		}
		return out, nil
	}
	about := hyphbench.Program{Experiments: all.Experiments}
	if _, err := hyphbench.ManPages(about, filepath.Join(dir, "pages"), when.UTC()); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(dir, "pages", "*"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("no man pages")
	}
	var files []file
	for _, name := range names {
		section := strings.TrimPrefix(filepath.Ext(name), ".")
		if _, err := strconv.Atoi(section); err != nil {
			return nil, fmt.Errorf("%s is not a man page: want a section at the end of its name", filepath.Base(name))
		}
		page, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, text("man/man"+section+"/"+filepath.Base(name), page))
	}
	for _, c := range []struct{ shell, name string }{
		{"bash", "hyphbench.bash"}, {"zsh", "_hyphbench"}, {"fish", "hyphbench.fish"}, {"powershell", "hyphbench.ps1"},
	} {
		script, err := call("completion", c.shell)
		if err != nil {
			return nil, err
		}
		if len(bytes.TrimSpace(script)) == 0 {
			return nil, fmt.Errorf("hyphbench completion %s: nothing", c.shell)
		}
		files = append(files, text("completions/"+c.name, script))
	}
	return files, nil
}
