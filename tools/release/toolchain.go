package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// toolchain calls the go command so that nothing but the source and the version of
// Go has a say in the bytes of a program.
type toolchain struct {
	root   string // of the module
	goroot string
	env    []string
}

// newToolchain takes from the settings of the user those that say where modules
// come from and where they are kept, and no others: GOFLAGS, GOAMD64, GOEXPERIMENT
// and their like change a program.
func newToolchain(ctx context.Context) (*toolchain, error) {
	text, err := exec.CommandContext(ctx, "go", "env", "-json").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", withStderr(err))
	}
	var settings map[string]string
	if err := json.Unmarshal(text, &settings); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if filepath.Base(settings["GOMOD"]) != "go.mod" {
		return nil, errors.New("no module here: want to be run within the source of hyphbench")
	}
	t := &toolchain{root: filepath.Dir(settings["GOMOD"]), goroot: settings["GOROOT"]}
	for _, setting := range os.Environ() {
		if name, _, _ := strings.Cut(setting, "="); !strings.HasPrefix(name, "GO") && !strings.HasPrefix(name, "CGO_") && !strings.HasPrefix(name, "HYPHBENCH_") {
			t.env = append(t.env, setting)
		}
	}
	for _, name := range []string{
		"GOPROXY", "GONOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOINSECURE", "GOVCS", "GOAUTH",
		"GOPATH", "GOMODCACHE", "GOCACHE", "GOTMPDIR", "GOTOOLCHAIN",
	} {
		if settings[name] != "" {
			t.env = append(t.env, name+"="+settings[name])
		}
	}
	t.env = append(t.env, "GOENV=off", "GOWORK=off", "GOFLAGS=-mod=readonly", "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "LC_ALL=C", "TZ=UTC",
		"GOGC=400", // the compiler's: it takes four fifths of the time
		// Whoever runs this program of a folder may have git read the folder's
		// revision, also where another user owns it, as in a container.
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0="+t.root)
	return t, nil
}

// host is the system that this program runs on.
func (t *toolchain) host(ctx context.Context) (target, error) {
	text, err := t.call(ctx, target{}, "env", "GOHOSTOS", "GOHOSTARCH")
	if err != nil {
		return target{}, err
	}
	fields := strings.Fields(string(text))
	if len(fields) != 2 {
		return target{}, fmt.Errorf("go env: GOHOSTOS and GOHOSTARCH are %q", text)
	}
	return target{fields[0], fields[1]}, nil
}

// call runs the go command for a system and returns what it prints.
func (t *toolchain) call(ctx context.Context, for_ target, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = t.root
	cmd.Env = t.env
	if for_ != (target{}) {
		cmd.Env = append(cmd.Environ(), "GOOS="+for_.OS, "GOARCH="+for_.Arch)
	}
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], withStderr(err))
	}
	return text, nil
}

// withStderr is the error of a command with what the command said.
func withStderr(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
	}
	return err
}

// origin is where a program comes from, as it says itself.
type origin struct {
	Version  string // of the module
	Revision string
	Time     time.Time // of the revision
	Modified bool      // with changes that are in no revision
	Go       string    // the version
}

// build builds the program for a system into a file. Symbol table and debugging
// information are left out: they are a third of it.
func (t *toolchain) build(ctx context.Context, for_ target, file string) (origin, error) {
	if _, err := t.call(ctx, for_, "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", file, "./cmd/hyphbench"); err != nil {
		return origin{}, err
	}
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return origin{}, err
	}
	from, err := originOf(info)
	if err != nil {
		return origin{}, fmt.Errorf("the program for %s: %w", for_, err)
	}
	return from, nil
}

// originOf reads what the go command has recorded in a program.
func originOf(info *debug.BuildInfo) (origin, error) {
	o := origin{Version: info.Main.Version, Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			o.Revision = s.Value
		case "vcs.modified":
			o.Modified = s.Value == "true"
		case "vcs.time":
			when, err := time.Parse(time.RFC3339, s.Value)
			if err != nil {
				return origin{}, fmt.Errorf("time of the revision: %w", err)
			}
			o.Time = when
		}
	}
	if o.Revision == "" || o.Time.IsZero() {
		return origin{}, errors.New("it does not name its revision: want git and a clone (the go command finds no revision in a linked work tree)")
	}
	return o, nil
}
