package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"
)

// An archive does not depend on the order of the files, and its entries have one
// time, the given modes and no owner.
func TestPack(t *testing.T) {
	when := time.Date(2001, 2, 3, 4, 5, 6, 0, time.FixedZone("", 3600))
	files := []file{{"b/two", 0o644, []byte("2")}, {"one", 0o755, []byte("1")}, {"b/c/" + strings.Repeat("long", 40), 0o644, nil}, {"empty", fs.ModeDir | 0o755, nil}}
	want := []string{
		"top/ drwxr-xr-x", "top/b/ drwxr-xr-x", "top/b/c/ drwxr-xr-x", "top/b/c/" + strings.Repeat("long", 40) + " -rw-r--r--",
		"top/b/two -rw-r--r--", "top/empty/ drwxr-xr-x", "top/one -rwxr-xr-x", "top/SHA256SUMS -rw-r--r--",
	}
	for _, c := range []struct {
		target
		list func(*testing.T, []byte, time.Time) []string
	}{{target{"linux", "arm64"}, listTar}, {target{"windows", "amd64"}, listZip}} {
		var one, two bytes.Buffer
		if err := pack(&one, c.target, "top", files, when); err != nil {
			t.Fatal(err)
		}
		reversed := slices.Clone(files)
		slices.Reverse(reversed)
		if err := pack(&two, c.target, "top", reversed, when); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s: the order of the files changes the archive", c.target)
		}
		if got := c.list(t, one.Bytes(), when); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.target, got, want)
		}
	}
}

func listTar(t *testing.T, archive []byte, when time.Time) []string {
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	if unzipped.Name != "" || !unzipped.ModTime.IsZero() {
		t.Errorf("gzip: name %q, time %v", unzipped.Name, unzipped.ModTime)
	}
	var list []string
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" || !h.ModTime.Equal(when) {
			t.Errorf("%s: %+v", h.Name, h)
		}
		list = append(list, fmt.Sprint(h.Name, " ", h.FileInfo().Mode()))
	}
}

func listZip(t *testing.T, archive []byte, when time.Time) []string {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range r.File {
		if !f.Modified.Equal(when) {
			t.Errorf("%s: %v", f.Name, f.Modified)
		}
		list = append(list, fmt.Sprint(f.Name, " ", f.Mode()))
	}
	return list
}
