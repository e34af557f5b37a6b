package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// fileName is where a kind keeps the entries.
func (c Config) fileName(kind string, e Entries) string {
	return filepath.Join(c.Folder, kind+"-"+e.Sum()+".store")
}

// buildFile makes the file at name. write fills another one beside it, which takes the
// name when all of it is on the disk: whatever has the name was written to its end.
func buildFile(name string, write func(temporary string) error) error {
	removeHalves(name)
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+halfInfix+strconv.Itoa(os.Getpid())+"-*")
	if err != nil {
		return unwritable(name, err)
	}
	temporary := f.Name()
	defer os.Remove(temporary) // gone already if all went well
	err = f.Close()
	for _, step := range []func() error{
		func() error { return write(temporary) },
		func() error { return syncFile(temporary) },
		func() error { return os.Rename(temporary, name) },
	} {
		if err == nil {
			err = step()
		}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if err != nil {
		return unwritable(name, err)
	}
	return nil
}

// halfInfix stands between the name of a store and the process that writes it.
const halfInfix = ".half-"

// removeHalves removes what killed processes have left of the file.
func removeHalves(name string) {
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), filepath.Base(name)+halfInfix)
		number, _, _ := strings.Cut(rest, "-")
		if pid, err := strconv.Atoi(number); ours && err == nil && !alive(pid) {
			_ = os.Remove(filepath.Join(filepath.Dir(name), e.Name())) // it disturbs nobody
		}
	}
}

func unwritable(name string, err error) error {
	return fmt.Errorf("the store's file %s cannot be written: %w; want room in a folder that can be written to, such as by --store=bbolt:DIR", name, err)
}

// syncFile waits until the file is on the disk.
func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
