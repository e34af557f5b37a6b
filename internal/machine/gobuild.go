package machine

import (
	"fmt"
	"math"
	"path"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
)

// GCOff is Go.GOGC when the collector is off.
const GCOff = -1

// Go is the Go runtime and the build of the program.
type Go struct {
	Version    string            `json:"version"`
	GOMAXPROCS int               `json:"gomaxprocs"`
	GOGC       int               `json:"gogc"`                         // percent in force; GCOff
	MemLimit   uint64            `json:"memory_limit_bytes,omitempty"` // GOMEMLIMIT in force; 0 is none
	Module     string            `json:"module"`                       // path of the main module
	ModVersion string            `json:"module_version"`               // "(devel)" for a build of a work tree
	Build      map[string]string `json:"build"`                        // settings of the build, as `go version -m` names them
}

// DescribeGo describes the runtime and the build of this program.
func DescribeGo() Go {
	g := Go{
		Version:    runtime.Version(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Module:     Unknown,
		ModVersion: Unknown,
		Build:      map[string]string{},
	}
	g.GOGC, g.MemLimit = collector()
	if info, ok := debug.ReadBuildInfo(); ok {
		g.Build = settings(info)
		if info.Main.Path != "" {
			g.Module, g.ModVersion = info.Main.Path, info.Main.Version
		}
	}
	return g
}

// collector reads the two settings in force, from the environment or from the
// program.
func collector() (gogc int, limit uint64) {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(s)
	gogc = GCOff
	if v := s[0].Value; v.Kind() == metrics.KindUint64 && v.Uint64() < math.MaxInt32 {
		gogc = int(v.Uint64())
	}
	if v := s[1].Value; v.Kind() == metrics.KindUint64 && v.Uint64() < math.MaxInt64 {
		limit = v.Uint64()
	}
	return gogc, limit
}

// settings keeps the settings that affect a measurement or identify the build.
// It removes paths and every setting that may have one.
func settings(info *debug.BuildInfo) map[string]string {
	kept := map[string]string{}
	for _, s := range info.Settings {
		switch s.Key {
		case "-gcflags":
			var flags []string
			for _, f := range strings.Fields(s.Value) {
				if !strings.ContainsAny(f, `/\`) {
					flags = append(flags, f)
				}
			}
			kept[s.Key] = strings.Join(flags, " ")
		case "-pgo":
			kept[s.Key] = path.Base(strings.ReplaceAll(s.Value, `\`, "/"))
		case "-race", "-msan", "-asan", "-cover", "-tags", "-trimpath", "-compiler", "-buildmode",
			"CGO_ENABLED", "DefaultGODEBUG", "GOEXPERIMENT", "GOFIPS140",
			"GOAMD64", "GOARM64", "GOARM", "GO386", "GOPPC64", "GORISCV64",
			"vcs", "vcs.revision", "vcs.time", "vcs.modified":
			kept[s.Key] = s.Value
		}
	}
	return kept
}

// line is the runtime in short: "go1.26.8 GOAMD64=v1 GOGC=100 GOMAXPROCS=2".
func (g Go) line() string {
	parts := []string{g.Version}
	for _, key := range []string{"GOAMD64", "GOARM64"} {
		if v := g.Build[key]; v != "" {
			parts = append(parts, key+"="+v)
		}
	}
	gogc := "off"
	if g.GOGC != GCOff {
		gogc = fmt.Sprint(g.GOGC)
	}
	return strings.Join(append(parts, "GOGC="+gogc, fmt.Sprintf("GOMAXPROCS=%d", g.GOMAXPROCS)), " ")
}
