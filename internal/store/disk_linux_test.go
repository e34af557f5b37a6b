package store

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"hyphbench/internal/machine"
)

// mounted is a file system in memory of its own, which only root can have.
func mounted(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no file system of its own: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	return dir
}

// names lists a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// onDisk are the kinds of this package that write files.
func onDisk() []Kind { return []Kind{Direct(), Bbolt()} }

// checkRefused opens stores where they cannot be written: an error that says so, and no
// part of a file.
func checkRefused(t *testing.T, folder string, e Entries, want error) {
	t.Helper()
	for _, k := range onDisk() {
		s, err := k.Open(t.Context(), e, Config{Folder: folder})
		if err == nil {
			s.Close()
			t.Errorf("%s: no error", k.Name)
			continue
		}
		// bbolt passes the text of an error on, and not always the error.
		if !strings.Contains(err.Error(), want.Error()) || !strings.Contains(err.Error(), "--store=bbolt:DIR") {
			t.Errorf("%s: %v, want %q and what to do", k.Name, err, want)
		}
		if left := names(t, folder); len(left) > 0 {
			t.Errorf("%s left %v", k.Name, left)
		}
	}
}

func TestDiskFull(t *testing.T) {
	for _, size := range []string{"16k", "64k", "256k"} {
		checkRefused(t, mounted(t, "size="+size), words(20_000), syscall.ENOSPC)
	}
}

// A limit on the size of files, which needs no root.
func TestFileTooLarge(t *testing.T) {
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		t.Skip(err)
	}
	limit := was
	limit.Cur = 100 << 10
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
			t.Error(err)
		}
	}()
	checkRefused(t, t.TempDir(), words(20_000), syscall.EFBIG)
}

func TestReadOnlyFolder(t *testing.T) {
	dir := mounted(t, "size=8m")
	e := words(300)
	for _, k := range onDisk() {
		s, err := k.Open(t.Context(), e, Config{Folder: dir})
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
	if out, err := exec.Command("mount", "-o", "remount,ro", dir).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	for _, k := range onDisk() {
		// What is there can be used.
		s, err := k.Open(t.Context(), e, Config{Folder: dir})
		if err != nil {
			t.Errorf("%s: %v", k.Name, err)
			continue
		}
		ask(t, s, e.Keys.At(7), e.Values.At(7), true)
		s.Close()
		if s, err := k.Open(t.Context(), words(301), Config{Folder: dir}); !errors.Is(err, syscall.EROFS) {
			t.Errorf("%s: %v, want that the file system is read-only", k.Name, err)
			if err == nil {
				s.Close()
			}
		}
	}
}

// Memory answers for a file system that has no device: the store says so, and is not
// called cold.
func TestDirectWithoutDevice(t *testing.T) {
	dir := mounted(t, "size=8m")
	e := words(300)
	s, err := Direct().Open(t.Context(), e, Config{Folder: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range e.Keys.Len() {
		ask(t, s, e.Keys.At(i), e.Values.At(i), true)
	}
	if note := NoteOf(s); Direct().ColdIn(s) || !strings.Contains(note, "does not read past the cache") || strings.Contains(note, dir) {
		t.Errorf("cold: %v, note %q", Direct().ColdIn(s), note)
	}
	if NoteOf(&inMap{}) != "" || !(Kind{Cold: true}).ColdIn(&inMap{}) || Map().ColdIn(&inMap{}) {
		t.Error("a store that says nothing is as its kind")
	}
}

// On a device whose file system reads past the cache, direct does.
func TestDirectOnDevice(t *testing.T) {
	folder, e := t.TempDir(), words(300)
	s := open(t, e, folder, openPast)
	if err := evictFile(s.Name()); err != nil {
		t.Fatal(err)
	}
	before := machine.DeviceBytes()
	if _, err := os.ReadFile(s.Name()); err != nil {
		t.Fatal(err)
	}
	if machine.DeviceBytes() <= before {
		t.Skip("no device, or it is not counted")
	}
	f, err := os.OpenFile(s.Name(), os.O_RDONLY|unix.O_DIRECT, 0)
	if err != nil {
		t.Skip(err)
	}
	f.Close()
	if !Direct().ColdIn(s) || s.Note() != "" {
		t.Errorf("the file is on a device and read through the cache: %s", s.Note())
	}
}

// Where the file system refuses, each page is dropped from the cache before it is read:
// on a device the lookups are as cold as they can be.
func TestDirectRefused(t *testing.T) {
	folder, e := t.TempDir(), words(5000)
	refused := func(name string) (pageFile, error) {
		rooms := make([]byte, 2*pageSize)
		return pageFile{rooms: rooms, free: func() error { return nil }, note: "refused"}.plain(name)
	}
	s := open(t, e, folder, refused)
	if Direct().ColdIn(s) {
		t.Error("called cold")
	}
	end := Watch(s)
	for i := range 200 {
		ask(t, s, e.Keys.At(i), e.Values.At(i), true)
	}
	read := end().DeviceBytes
	past := open(t, e, folder, openPast)
	if !past.ReadsDevice() || read < 0 {
		t.Skipf("no device, or it is not counted: %s", past.Note())
	}
	if read < 100*pageSize {
		t.Errorf("200 lookups read %d bytes from the device", read)
	}
}

// Of a killed process's half file nothing stays; one that a living process writes stays.
func TestHalvesOfTheDead(t *testing.T) {
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	for _, k := range onDisk() {
		dir, e := t.TempDir(), words(10)
		name := Config{Folder: dir}.fileName(k.Name, e)
		stays := []string{halfName(name, os.Getpid()), halfName(name+"x", dead.Process.Pid), filepath.Join(dir, "other")}
		for _, half := range append(stays, halfName(name, dead.Process.Pid)) {
			if err := os.WriteFile(half, []byte("half"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := k.Open(t.Context(), e, Config{Folder: dir})
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		if _, err := os.Stat(halfName(name, dead.Process.Pid)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: the half file of a dead process is there (%v)", k.Name, err)
		}
		for _, name := range stays {
			if _, err := os.Stat(name); err != nil {
				t.Error(err)
			}
		}
	}
}

func halfName(name string, pid int) string {
	return name + halfInfix + strconv.Itoa(pid) + "-123"
}

// Filling ends when it is cancelled, and leaves nothing.
func TestFillingCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, k := range onDisk() {
		dir := t.TempDir()
		if s, err := k.Open(ctx, words(1000), Config{Folder: dir}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", k.Name, err)
			if err == nil {
				s.Close()
			}
		}
		if left := names(t, dir); len(left) > 0 {
			t.Errorf("%s left %v", k.Name, left)
		}
	}
}
