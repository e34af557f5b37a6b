package machine

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// CPU is the processor. Sizes are in bytes, per core or as shared; 0 is
// unknown.
type CPU struct {
	Model         string   `json:"model"`
	LogicalCores  int      `json:"logical_cores"` // usable by this process
	PhysicalCores int      `json:"physical_cores"`
	L1d           int      `json:"l1d_bytes"`
	L2            int      `json:"l2_bytes"`
	L3            int      `json:"l3_bytes"`
	Features      []string `json:"features"` // of those relevant to hashing and table look-ups
}

// Cache is one of the processor's, with its size.
type Cache struct {
	Name  string // "L2"
	Bytes int
}

// Caches are those that the machine tells of, from the smallest to the largest.
func (c CPU) Caches() (list []Cache) {
	for _, cache := range []Cache{{"L1d", c.L1d}, {"L2", c.L2}, {"L3", c.L3}} {
		if cache.Bytes > 0 {
			list = append(list, cache)
		}
	}
	return list
}

func describeCPU() CPU {
	c := CPU{
		Model:        strings.Join(strings.Fields(cpuid.CPU.BrandName), " "),
		LogicalCores: runtime.NumCPU(),
		// cpuid has −1 for unknown.
		L1d:      max(cpuid.CPU.Cache.L1D, 0),
		L2:       max(cpuid.CPU.Cache.L2, 0),
		L3:       max(cpuid.CPU.Cache.L3, 0),
		Features: []string{},
	}
	if c.Model == "" {
		c.Model = Unknown
	}
	for _, id := range []cpuid.FeatureID{
		cpuid.SSE42, cpuid.POPCNT, cpuid.BMI1, cpuid.BMI2, cpuid.AVX2,
		cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.CLMUL, cpuid.AESNI, cpuid.SHA,
		cpuid.ASIMD, cpuid.CRC32, cpuid.AESARM, cpuid.SVE,
	} {
		if cpuid.CPU.Supports(id) {
			c.Features = append(c.Features, id.String())
		}
	}
	return c
}

// line is the model with its known cores and caches.
func (c CPU) line() string {
	facts := []string{plural(c.LogicalCores, "logical core")}
	if c.PhysicalCores > 0 {
		facts = append(facts, fmt.Sprintf("%d physical", c.PhysicalCores))
	}
	for _, cache := range []struct {
		name  string
		bytes int
	}{{"L1d", c.L1d}, {"L2", c.L2}, {"L3", c.L3}} {
		if cache.bytes > 0 {
			facts = append(facts, cache.name+" "+binary(cache.bytes))
		}
	}
	model := c.Model
	if model == Unknown {
		model = "unknown CPU"
	}
	return model + " (" + strings.Join(facts, ", ") + ")"
}

// hypervisor is the name of the hypervisor by CPUID, "" without one, and Unknown
// on processors without CPUID.
func hypervisor() string {
	switch {
	case runtime.GOARCH != "amd64" && runtime.GOARCH != "386":
		return Unknown
	case !cpuid.CPU.Supports(cpuid.HYPERVISOR):
		return ""
	case cpuid.CPU.HypervisorVendorID == cpuid.VendorUnknown:
		return "hypervisor"
	}
	return strings.ToLower(cpuid.CPU.HypervisorVendorID.String())
}

// virtual joins the hypervisor with gopsutil's findings: the system of containers
// or virtual machines and this machine's role in it.
func virtual(hypervisor, system, role string, err error) string {
	var by []string
	if hypervisor != "" && hypervisor != Unknown {
		by = append(by, hypervisor)
	}
	if err == nil && role == "guest" && system != "" && system != hypervisor {
		by = append(by, system)
	}
	switch {
	case len(by) > 0:
		return strings.Join(by, ", ")
	case err == nil && role == "guest":
		return "yes"
	case hypervisor == Unknown:
		return Unknown // gopsutil may have missed a hypervisor
	}
	return "no"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// binary writes a size in KiB or MiB.
func binary(bytes int) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%.4g KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%.4g MiB", float64(bytes)/(1<<20))
}
