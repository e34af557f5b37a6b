package main

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"hyphbench/internal/machine"
	"hyphbench/internal/store"
	"hyphbench/internal/store/storetest"
)

// onDevice skips a test where what a file system reads is not seen.
func onDevice(t *testing.T) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, make([]byte, 1<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	before := machine.DeviceBytes()
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Skip(err)
	}
	if _, err := f.Read(make([]byte, 1<<16)); err != nil {
		t.Fatal(err)
	}
	if machine.DeviceBytes() == before {
		t.Skip("files are not on a device, or it is not counted what a process reads from it")
	}
}

// A store that is made cold reads the device, and one that is warm does not.
func TestCold(t *testing.T) {
	onDevice(t)
	const n, lookups = 40_000, 200
	e := numbered(n, 500)
	for _, k := range kinds() {
		t.Run(k.Name, func(t *testing.T) {
			s := storetest.Open(t, k, e, store.Config{Folder: t.TempDir()})
			read := func() int64 {
				before := machine.DeviceBytes()
				for i := range lookups {
					if _, ok, err := s.Get(nil, e.Keys.At(i*(n/lookups))); !ok || err != nil {
						t.Fatal(ok, err)
					}
				}
				return machine.DeviceBytes() - before
			}
			read() // into all caches
			if err := s.(store.Evicter).Evict(); err != nil {
				t.Fatal(err)
			}
			cold := read()
			if cold < lookups*4096 {
				t.Errorf("%d cold lookups read %d bytes", lookups, cold)
			}
			// Under pressure the system may drop a page of the program itself.
			if warm := read(); warm > cold/20 {
				t.Errorf("%d warm lookups read %d bytes", lookups, warm)
			}
			t.Logf("%d bytes a cold lookup", cold/lookups)
		})
	}
}
