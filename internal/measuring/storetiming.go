package measuring

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/timing"
)

// Proof says that a section on a disk was cold or warm, by what it read.
type Proof int

// Proofs.
const (
	Unproved Proof = iota // of a section that is neither
	Cold                  // at least a page was read from the device for each lookup
	Warm                  // nothing was
)

// ProofOf is what a section on s, a store of the kind that stands filled and was asked
// before, must show.
func ProofOf(k store.Kind, s store.Store) Proof {
	switch {
	case k.ColdIn(s):
		return Cold
	case k.Cold || k.Medium != store.Disk: // cold by construction elsewhere: here it may be either
		return Unproved
	}
	return Warm
}

// ErrUnproved is the error of a section that was not as cold or as warm as it must be.
var ErrUnproved = errors.New("they were not")

// pageBytes is the least that a cold lookup reads.
const pageBytes = 4096

// OnStore times work, ops operations with lookups on s, once: with devices and
// servers the thread waits, so that lost time says nothing. The section must be as
// cold or as warm as proof says.
func OnStore(s store.Store, ops int, proof Proof, work func() error) (*experiment.Measurement, error) {
	return OnStoreAfter(s, ops, proof, func() error { return nil }, work)
}

// OnStoreAfter is OnStore with something to be done between the collection of garbage,
// which goes over the heap and leaves the caches cold, and the section.
func OnStoreAfter(s store.Store, ops int, proof Proof, first, work func() error) (*experiment.Measurement, error) {
	// The collection before the section belongs to nobody's CPU time.
	restore := quietly()
	failed := first()
	before, err := s.Accesses()
	if err := errors.Join(failed, err); err != nil {
		restore()
		return nil, err
	}
	end := store.Watch(s)
	timed := timing.Measure(false, func() { failed = work() })
	usage := end()
	restore()
	after, err := s.Accesses()
	if err := errors.Join(failed, err); err != nil {
		return nil, err
	}
	accesses := after - before
	if read := usage.DeviceBytes; read >= 0 {
		switch {
		case proof == Cold && read < accesses*pageBytes:
			return nil, fmt.Errorf("%d lookups read %d bytes from the device: %w cold", accesses, read, ErrUnproved)
		case proof == Warm && read > 0:
			return nil, fmt.Errorf("%d lookups read %d bytes from the device: %w warm", accesses, read, ErrUnproved)
		}
	}
	m := Timed(timed, ops)
	m.Extra = append([]string{
		strconv.FormatInt(usage.ProcessCPU.Nanoseconds(), 10), strconv.FormatInt(usage.ServerCPU.Nanoseconds(), 10),
		countedText(usage.DeviceBytes), countedText(usage.MajorFaults), strconv.FormatInt(accesses, 10),
	}, m.Extra...)
	return m, nil
}

// mostGarbage is what a section may leave before the collector is switched on again,
// whose run the row then says: a client of HTTP makes some KiB a lookup.
const mostGarbage = 1 << 30

// quietly is timing.Quiet within that bound.
func quietly() (restore func()) {
	end := timing.Quiet()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	was := debug.SetMemoryLimit(int64(m.Sys-m.HeapReleased) + mostGarbage)
	return func() { debug.SetMemoryLimit(was); end() }
}

// countedText writes a count that the system may not give.
func countedText(n int64) string {
	if n < 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// StoreFields describes the columns of an experiment's own that OnStore fills.
func StoreFields() []runfolder.Field {
	return append([]runfolder.Field{
		{Name: runfolder.ProcessCPUColumn, Type: "integer", Description: "CPU time of all threads of the process in the section, in ns"},
		{Name: runfolder.ServerCPUColumn, Type: "integer", Description: "CPU time of the store's own process in the section, in ns, counted in steps of 10 ms; 0 without one"},
		{Name: "device_bytes", Type: "integer", Description: "bytes that devices read for the process in the section; empty where the system does not say"},
		{Name: "major_faults", Type: "integer", Description: "page faults in the section that read a device; empty where the system does not say"},
		{Name: "accesses", Type: "integer", Description: "lookups that the store counted in the section"},
	}, SectionFields()...)
}

// StoreColumns are the names of these columns.
func StoreColumns() []string {
	var names []string
	for _, f := range StoreFields() {
		names = append(names, f.Name)
	}
	return names
}

// BesideStore is a measurement without a store, beside those of OnStore: their columns are empty.
func BesideStore(m *experiment.Measurement) *experiment.Measurement {
	m.Extra = append(make([]string, len(StoreColumns())-len(m.Extra)), m.Extra...)
	return m
}

// CountedOnStore is a measurement that was counted, beside those of OnStore.
func CountedOnStore(value float64, unit string) *experiment.Measurement {
	return &experiment.Measurement{Value: value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU, Extra: make([]string, len(StoreFields()))}
}
