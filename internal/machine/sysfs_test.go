package machine

import (
	"testing"
	"testing/fstest"
)

func TestSysfs(t *testing.T) {
	files := func(pairs ...string) fstest.MapFS {
		fsys := fstest.MapFS{}
		for i := 0; i < len(pairs); i += 2 {
			fsys[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1] + "\n")}
		}
		return fsys
	}
	const cpu = "devices/system/cpu/"
	const supply = "class/power_supply/"
	for _, c := range []struct {
		name                   string
		sys                    fstest.MapFS
		governor, turbo, power string
		quota                  float64
	}{
		{"a container without any of it", files(), Unknown, Unknown, Unknown, 0},
		{"a laptop on battery", files(
			cpu+"cpu0/cpufreq/scaling_governor", "powersave", cpu+"cpu1/cpufreq/scaling_governor", "powersave",
			cpu+"intel_pstate/no_turbo", "0",
			supply+"AC/type", "Mains", supply+"AC/online", "0",
			supply+"BAT0/type", "Battery", supply+"BAT0/status", "Discharging",
			"fs/cgroup/cpu.max", "max 100000"), "powersave", "on", "battery", 0},
		{"a laptop on mains, mouse on battery", files(
			cpu+"cpu0/cpufreq/scaling_governor", "performance", cpu+"cpu10/cpufreq/scaling_governor", "powersave",
			cpu+"cpufreq/boost", "0",
			supply+"AC/type", "Mains", supply+"AC/online", "1",
			supply+"BAT0/type", "Battery", supply+"BAT0/status", "Discharging"), "performance, powersave", "off", "mains", 0},
		{"a desktop with a mouse", files(
			cpu+"intel_pstate/no_turbo", "1",
			supply+"hidpp/type", "Battery", supply+"hidpp/status", "Discharging", supply+"hidpp/scope", "Device"), Unknown, "off", Unknown, 0},
		{"a container with a limit", files("fs/cgroup/cpu.max", "150000 100000"), Unknown, Unknown, Unknown, 1.5},
		{"nonsense", files("fs/cgroup/cpu.max", "1 0", cpu+"cpufreq/boost", "perhaps"), Unknown, Unknown, Unknown, 0},
	} {
		if got := governor(c.sys); got != c.governor {
			t.Errorf("%s: governor %q, want %q", c.name, got, c.governor)
		}
		if got := turbo(c.sys); got != c.turbo {
			t.Errorf("%s: turbo %q, want %q", c.name, got, c.turbo)
		}
		if got := power(c.sys); got != c.power {
			t.Errorf("%s: power %q, want %q", c.name, got, c.power)
		}
		if got := quota(c.sys); got != c.quota {
			t.Errorf("%s: quota %v, want %v", c.name, got, c.quota)
		}
	}
}
