package machine

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/user"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDescribe: facts that every system reports.
func TestDescribe(t *testing.T) {
	m := Describe(t.Context())
	if m.OS != runtime.GOOS || m.Arch != runtime.GOARCH || m.Go.Version != runtime.Version() ||
		m.Go.GOMAXPROCS != runtime.GOMAXPROCS(0) || m.CPU.LogicalCores != runtime.NumCPU() {
		t.Errorf("got %+v", m)
	}
	for name, v := range map[string]string{"system": m.System, "kernel": m.Kernel, "model": m.CPU.Model, "governor": m.Governor,
		"turbo": m.Turbo, "power": m.Power, "virtual": m.Virtual, "module": m.Go.Module} {
		if v == "" {
			t.Errorf("%s is empty: it must be a text or %q", name, Unknown)
		}
	}
	if m.MemoryBytes == 0 || m.FreeBytes > m.MemoryBytes {
		t.Errorf("%d bytes of memory, %d free", m.MemoryBytes, m.FreeBytes)
	}
	if runtime.GOOS == "linux" && (m.Kernel == Unknown || m.Load < 0) {
		t.Errorf("kernel %q, load %v: Linux reports both", m.Kernel, m.Load)
	}
	t.Log(m.Line())
	for _, w := range Warnings(m) {
		t.Log(w)
	}
}

// TestNothingPersonal: no names and no paths in any output.
func TestNothingPersonal(t *testing.T) {
	m := Describe(t.Context())
	m.System = Unknown // "debian" is also the user of many machines
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw) + m.Line()
	for _, w := range Warnings(m) {
		text += w.String() + w.Code
	}
	if regexp.MustCompile(`(^|[\s"=,(])(/[a-z]|[A-Z]:\\)`).MatchString(text) {
		t.Errorf("a path in %s", text)
	}
	secrets := map[string]string{}
	secrets["host name"], _ = os.Hostname()
	secrets["home"], _ = os.UserHomeDir()
	secrets["working directory"], _ = os.Getwd()
	if u, err := user.Current(); err == nil {
		secrets["user name"] = u.Username
	}
	for what, secret := range secrets {
		// Short names match by chance, public ones are no secret.
		if len(secret) >= 3 && secret != m.OS && secret != m.Go.Module && regexp.MustCompile(`\b`+regexp.QuoteMeta(secret)+`\b`).MatchString(text) {
			t.Errorf("the %s %q in %s", what, secret, text)
		}
	}
}

// TestDescribeCancelled: facts that need no query are there.
func TestDescribeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if m := Describe(ctx); m.CPU.LogicalCores == 0 || m.System == "" {
		t.Errorf("got %+v", m)
	}
}

func TestLine(t *testing.T) {
	m := Machine{
		OS: "linux", System: "debian 12.5", Kernel: "6.1.0", Virtual: "kvm, docker",
		CPU: CPU{Model: "Example 9000", LogicalCores: 8, PhysicalCores: 4, L1d: 48 << 10, L2: 1 << 20, L3: 24 << 20},
		Go:  Go{Version: "go1.26.0", GOGC: 100, GOMAXPROCS: 8, Build: map[string]string{"GOAMD64": "v3"}},
	}
	want := "Example 9000 (8 logical cores, 4 physical, L1d 48 KiB, L2 1 MiB, L3 24 MiB), virtual (kvm, docker), " +
		"debian 12.5 (linux 6.1.0), go1.26.0 GOAMD64=v3 GOGC=100 GOMAXPROCS=8"
	if d := cmp.Diff(want, m.Line()); d != "" {
		t.Error(d)
	}
	bare := Machine{OS: "windows", System: Unknown, Kernel: Unknown, Virtual: Unknown,
		CPU: CPU{Model: Unknown, LogicalCores: 1}, Go: Go{Version: "go1.26.0", GOGC: GCOff, GOMAXPROCS: 1}}
	want = "unknown CPU (1 logical core), unknown (windows unknown), go1.26.0 GOGC=off GOMAXPROCS=1"
	if d := cmp.Diff(want, bare.Line()); d != "" {
		t.Error(d)
	}
}

func TestVirtual(t *testing.T) {
	for _, c := range []struct {
		hypervisor, system, role string
		err                      error
		want                     string
	}{
		{"", "", "", nil, "no"},
		{"", "kvm", "host", nil, "no"},
		{"", "docker", "guest", nil, "docker"},
		{"kvm", "", "", nil, "kvm"},
		{"kvm", "kvm", "guest", nil, "kvm"},
		{"kvm", "docker", "guest", nil, "kvm, docker"},
		{"kvm", "", "", errors.ErrUnsupported, "kvm"},
		{"", "", "", errors.ErrUnsupported, "no"},
		{"", "", "guest", nil, "yes"},
		{Unknown, "", "guest", nil, "yes"},
		{Unknown, "docker", "guest", nil, "docker"},
		{Unknown, "", "", nil, Unknown},
		{Unknown, "", "", errors.ErrUnsupported, Unknown},
	} {
		if got := virtual(c.hypervisor, c.system, c.role, c.err); got != c.want {
			t.Errorf("virtual(%q, %q, %q, %v) = %q, want %q", c.hypervisor, c.system, c.role, c.err, got, c.want)
		}
	}
}

func TestSettings(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "-race", Value: "true"},
		{Key: "-gcflags", Value: "all=-N -l -trimpath=/home/ann/src"},
		{Key: "-ldflags", Value: "-X main.dir=/home/ann"},
		{Key: "-pgo", Value: `C:\Users\ann\default.pgo`},
		{Key: "CGO_CFLAGS", Value: "-I/home/ann/include"},
		{Key: "GOAMD64", Value: "v3"},
		{Key: "vcs.revision", Value: "0123abcd"},
	}}
	want := map[string]string{"-race": "true", "-gcflags": "all=-N -l", "-pgo": "default.pgo", "GOAMD64": "v3", "vcs.revision": "0123abcd"}
	if d := cmp.Diff(want, settings(info)); d != "" {
		t.Error(d)
	}
}

func TestCollector(t *testing.T) {
	old := debug.SetGCPercent(250)
	defer debug.SetGCPercent(old)
	if got, _ := collector(); got != 250 {
		t.Errorf("GOGC %d, want 250", got)
	}
	debug.SetGCPercent(-1)
	if got, _ := collector(); got != GCOff {
		t.Errorf("GOGC %d, want %d for a collector that is off", got, GCOff)
	}
	limit := debug.SetMemoryLimit(1 << 40)
	defer debug.SetMemoryLimit(limit)
	if _, got := collector(); got != 1<<40 {
		t.Errorf("memory limit %d, want %d", got, 1<<40)
	}
}

func TestWarnings(t *testing.T) {
	quiet := Machine{
		CPU:      CPU{LogicalCores: 4},
		Governor: "performance", Turbo: "off", Power: "mains", Virtual: "no", Load: 0.9,
		Go:    Go{GOGC: 100, Build: map[string]string{"-race": "false"}},
		Clock: Clock{WallResolution: 30, CPUResolution: 300},
	}
	for _, c := range []struct {
		name   string
		change func(*Machine)
		want   []string
	}{
		{"quiet", func(*Machine) {}, nil},
		{"all unknown", func(m *Machine) {
			m.Governor, m.Turbo, m.Power, m.Virtual, m.Load, m.Clock = Unknown, Unknown, Unknown, Unknown, NoLoad, Clock{}
		}, nil},
		{"load", func(m *Machine) { m.Load = 1.1 }, []string{"load"}},
		{"load of a build that has ended", func(m *Machine) { m.Load, m.Busy = 3, new(0.2) }, nil},
		{"load that goes on in a fifth of the cores", func(m *Machine) { m.Load, m.Busy = 3, new(0.9) }, nil},
		{"load that goes on", func(m *Machine) { m.Load, m.Busy = 3, new(1.9) }, []string{"load"}},
		{"governor", func(m *Machine) { m.Governor = "performance, powersave" }, []string{"governor"}},
		{"virtual", func(m *Machine) { m.Virtual = "kvm" }, []string{"virtualised"}},
		{"one core", func(m *Machine) { m.CPU.LogicalCores, m.Load = 1, 0 }, []string{"one-core"}},
		{"battery", func(m *Machine) { m.Power = "battery" }, []string{"battery"}},
		{"quota", func(m *Machine) { m.Quota = 1.5 }, []string{"quota"}},
		{"quota of all", func(m *Machine) { m.Quota = 4 }, nil},
		{"race", func(m *Machine) { m.Go.Build = map[string]string{"-race": "true"} }, []string{"instrumented"}},
		{"debug build", func(m *Machine) { m.Go.Build = map[string]string{"-gcflags": "all=-N -l"} }, []string{"unoptimised"}},
		{"GC off", func(m *Machine) { m.Go.GOGC = GCOff }, []string{"gogc"}},
		{"coarse clocks", func(m *Machine) { m.Clock = Clock{WallResolution: 15.6e6, CPUResolution: 15.6e6} }, []string{"clock", "cpu-clock"}},
		{"several", func(m *Machine) { m.Load, m.Virtual = 9, "docker" }, []string{"load", "virtualised"}},
	} {
		m := quiet
		c.change(&m)
		var codes []string
		for _, w := range Warnings(m) {
			codes = append(codes, w.Code)
			if w.Text == "" || w.Cure == "" || strings.Contains(w.Text, "%!") {
				t.Errorf("%s: %+v", c.name, w)
			}
		}
		if d := cmp.Diff(c.want, codes); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func BenchmarkDescribe(b *testing.B) {
	for b.Loop() {
		Describe(b.Context())
	}
}

// A program at work is seen, and on a machine at rest it is not: at most what
// there are processors.
func TestBusy(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("the counters are too slow")
	}
	stop := make(chan bool)
	for range runtime.NumCPU() {
		go func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
			}
		}()
	}
	got := busy(t.Context(), runtime.NumCPU())
	close(stop)
	if got == nil || *got < 0.5 || *got > float64(runtime.NumCPU())+0.01 {
		t.Errorf("%v processors at work, want nearly %d", got, runtime.NumCPU())
	}
}

// TestBoot: the system has one name from its start to its end, of which nothing can be
// read.
func TestBoot(t *testing.T) {
	first := boot()
	if first == "" {
		t.Skip("this system does not know its start")
	}
	if again := boot(); again != first || !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(first) {
		t.Errorf("%q, then %q", first, again)
	}
}
