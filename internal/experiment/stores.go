package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/section"
	"hyphbench/internal/store"
)

// StoreList is --store: names of stores, "delay:50us" among them.
type StoreList struct {
	Known  []store.Kind
	text   string
	Stores []StoreNamed
}

// StoreNamed is a store as a flag names it.
type StoreNamed struct {
	Name string // as given: "direct", "delay:50us"
	store.Kind
	config store.Config
}

func (l *StoreList) String() string { return l.text }
func (l *StoreList) Type() string   { return "stores" }
func (l *StoreList) Set(text string) error {
	var list []StoreNamed
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		kind, config, err := store.Parse(l.Known, name)
		if err != nil {
			return err
		}
		for _, s := range list {
			if s.Name == name {
				return fmt.Errorf("%s is there twice", name)
			}
		}
		list = append(list, StoreNamed{name, kind, config})
	}
	l.text, l.Stores = text, list
	return nil
}

// StorePlace are the flags that say where stores are.
type StorePlace struct {
	folder    string
	address   string
	temporary string // made by Open in place of a folder
}

// Add adds the flags.
func (p *StorePlace) Add(fs *pflag.FlagSet) {
	fs.StringVar(&p.folder, "store-dir", "", "folder in which stores on disk are kept and found again (default: one that is removed at the end)")
	fs.StringVar(&p.address, "store-address", "", "a server that runs already, in place of one that is started: host:port or the path of a socket")
	MarkFiles(fs, "store-dir", "store-address")
}

// Open opens the store with the entries.
func (p *StorePlace) Open(ctx context.Context, s StoreNamed, e store.Entries) (store.Store, error) {
	// A server that runs already needs none here.
	if err := s.Available(); err != nil && p.address == "" {
		return nil, fmt.Errorf("store %s: %w", s.Name, err)
	}
	cfg := s.config
	cfg.Address, cfg.Folder = p.address, p.folder
	if cfg.Folder == "" {
		if p.temporary == "" {
			var err error
			if p.temporary, err = store.TemporaryFolder(); err != nil {
				return nil, err
			}
		}
		cfg.Folder = p.temporary
	} else if err := os.MkdirAll(cfg.Folder, 0o777); err != nil {
		return nil, err
	}
	opened, err := s.Kind.Open(ctx, e, cfg)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", s.Name, err)
	}
	return opened, nil
}

// Close removes the temporary folder, after the stores are closed.
func (p *StorePlace) Close() error {
	if p.temporary == "" {
		return nil
	}
	err := os.RemoveAll(p.temporary)
	p.temporary = ""
	return err
}

// Proof says that a section on a disk was cold or warm, by what it read.
type Proof int

// Proofs.
const (
	Unproved Proof = iota // of a section that is neither
	Cold                  // at least a page was read from the device for each lookup
	Warm                  // nothing was
)

// pageBytes is the least that a cold lookup reads.
const pageBytes = 4096

// OnStore times work, ops operations with lookups on s, once: with devices and
// servers the thread waits, so that lost time says nothing. The section must be as
// cold or as warm as proof says.
func OnStore(s store.Store, ops int, proof Proof, work func() error) (*Measurement, error) {
	return OnStoreAfter(s, ops, proof, func() error { return nil }, work)
}

// OnStoreAfter is OnStore with something to be done between the collection of garbage,
// which goes over the heap and leaves the caches cold, and the section.
func OnStoreAfter(s store.Store, ops int, proof Proof, first, work func() error) (*Measurement, error) {
	// The collection before the section belongs to nobody's CPU time.
	restore := quietly()
	failed := first()
	before, err := s.Accesses()
	if err := errors.Join(failed, err); err != nil {
		restore()
		return nil, err
	}
	end := store.Watch(s)
	timed := section.Measure(false, func() { failed = work() })
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
			return nil, fmt.Errorf("%d lookups read %d bytes from the device: they were not cold", accesses, read)
		case proof == Warm && read > 0:
			return nil, fmt.Errorf("%d lookups read %d bytes from the device: they were not warm", accesses, read)
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

// quietly is section.Quiet within that bound.
func quietly() (restore func()) {
	end := section.Quiet()
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

// CountedOnStore is a measurement that was counted, beside those of OnStore.
func CountedOnStore(value float64, unit string) *Measurement {
	return &Measurement{Value: value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU, Extra: make([]string, len(StoreFields()))}
}
