package measuring

import (
	"errors"
	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// inMemory is a store of a cold kind whose lookups do not read the device.
type inMemory struct{ fake }

func (inMemory) ReadsDevice() bool { return false }

// A disk read past its cache is cold, one that is not is warm, and what answers from
// memory although its kind is cold proves neither.
func TestProofOf(t *testing.T) {
	cold, warm := store.Kind{Medium: store.Disk, Cold: true}, store.Kind{Medium: store.Disk}
	for _, c := range []struct {
		kind  store.Kind
		store store.Store
		want  Proof
	}{{cold, &fake{}, Cold}, {cold, &inMemory{}, Unproved}, {warm, &fake{}, Warm}, {store.Map(), &fake{}, Unproved}} {
		if got := ProofOf(c.kind, c.store); got != c.want {
			t.Errorf("%+v: %v, want %v", c.kind, got, c.want)
		}
	}
}

// fake is a store that says what it is told to.
type fake struct {
	accesses int64
	pid      int
	failed   error
	work     func() // of a lookup
}

func (f *fake) Get(dst []byte, _ string) ([]byte, bool, error) {
	f.accesses++
	if f.work != nil {
		f.work()
	}
	return dst, true, nil
}
func (f *fake) Accesses() (int64, error) { return f.accesses, f.failed }
func (f *fake) PID() int                 { return f.pid }
func (f *fake) Close() error             { return nil }

// A section in memory is no proof of a cold one, one that reads a device none of a warm
// one. What was counted is in the columns.
func TestOnStoreProves(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f := &fake{pid: os.Getpid()}
	look := func(proof Proof) (*experiment.Measurement, error) {
		return OnStore(f, 10, proof, func() error {
			for range 3 {
				if _, _, err := f.Get(nil, "key"); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, proof := range []Proof{Unproved, Warm} {
		m, err := look(proof)
		if err != nil {
			t.Fatal(err)
		}
		if m.Ops != 10 || m.Unit != runfolder.Nanoseconds || m.Value <= 0 || len(m.Extra) != len(StoreColumns()) {
			t.Errorf("%+v", m)
		}
		if got := m.Extra[slices.Index(StoreColumns(), "accesses")]; got != "3" {
			t.Errorf("%s accesses of 3", got)
		}
	}
	if machine.DeviceBytes() == machine.Uncounted {
		t.Skip("the system does not count what is read from devices")
	}
	if _, err := look(Cold); err == nil || !strings.Contains(err.Error(), "3 lookups read 0 bytes from the device: they were not cold") {
		t.Errorf("%v", err)
	}
	// Without a lookup nothing need be read.
	if _, err := OnStore(f, 1, Cold, func() error { return nil }); err != nil {
		t.Error(err)
	}
	e := store.Entries{Keys: wordlist.Of("key"), Values: wordlist.Of("value")}
	var place flagvalue.StorePlace
	var l flagvalue.StoreList
	l.Known = store.Kinds()
	if err := l.Set("direct:" + t.TempDir()); err != nil {
		t.Fatal(err)
	}
	s, err := place.Open(t.Context(), l.Stores[0], e)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !l.Stores[0].ColdIn(s) {
		t.Skip(store.NoteOf(s))
	}
	read := func() error { _, _, err := s.Get(nil, "key"); return err }
	if _, err := OnStore(s, 1, Cold, read); err != nil {
		t.Error(err)
	}
	if _, err := OnStore(s, 1, Warm, read); err == nil || !strings.Contains(err.Error(), "they were not warm") {
		t.Errorf("%v", err)
	}
}

// An error of the work, or of the store's counter, is no measurement.
func TestOnStoreFails(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	lost := errors.New("the server is gone")
	if m, err := OnStore(&fake{}, 1, Unproved, func() error { return lost }); m != nil || !errors.Is(err, lost) {
		t.Errorf("%v %v", m, err)
	}
	if m, err := OnStore(&fake{failed: lost}, 1, Unproved, func() error { return nil }); m != nil || !errors.Is(err, lost) {
		t.Errorf("%v %v", m, err)
	}
	f := &fake{}
	if m, err := OnStore(f, 1, Unproved, func() error { f.failed = lost; return nil }); m != nil || !errors.Is(err, lost) {
		t.Errorf("%v %v", m, err)
	}
}

// The CPU time of the process has the section's work in it, on whatever thread, and
// not the collection of the heap before it.
func TestOnStoreProcessCPU(t *testing.T) {
	if machine.ProcessCPU() == 0 {
		t.Skip("the system does not tell the CPU time of the process")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	heap := make([]*[64]*int, 100_000) // takes tens of milliseconds to mark
	for i := range heap {
		heap[i] = new([64]*int)
	}
	of := func(work func()) time.Duration {
		least := time.Hour
		for range 3 {
			m, err := OnStore(&fake{}, 1, Unproved, func() error { work(); return nil })
			if err != nil {
				t.Fatal(err)
			}
			ns, err := strconv.Atoi(m.Extra[0])
			if err != nil {
				t.Fatal(err)
			}
			least = min(least, time.Duration(ns))
		}
		return least
	}
	if got := of(func() {}); got > 3*time.Millisecond {
		t.Errorf("nothing took %s of CPU time", got)
	}
	elsewhere := func() {
		done := make(chan struct{})
		go func() {
			for start := machine.ProcessCPU(); machine.ProcessCPU()-start < 5*time.Millisecond; {
			}
			close(done)
		}()
		<-done
	}
	if got := of(elsewhere); got < 5*time.Millisecond {
		t.Errorf("5 ms of another thread are %s", got)
	}
	runtime.KeepAlive(heap)
}

func TestStoreColumns(t *testing.T) {
	names := StoreColumns()
	if !slices.Equal(names[:2], []string{runfolder.ProcessCPUColumn, runfolder.ServerCPUColumn}) {
		t.Errorf("%v: the CPU times do not come first", names)
	}
	if m := CountedOnStore(3, "1"); len(m.Extra) != len(names) || m.CPU != runfolder.NoCPU {
		t.Errorf("%+v beside the columns %v", m, names)
	}
}

// A count of nothing is a count; one that the system does not give is empty.
func TestCountedText(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 12: "12", machine.Uncounted: ""} {
		if got := countedText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
