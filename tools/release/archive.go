package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// file is a file or an empty folder of an archive, by its path with slashes.
type file struct {
	name string
	mode fs.FileMode
	text []byte
}

func text(name string, content []byte) file { return file{name, 0o644, content} }

// sumsFile lists checksums, as sha256sum reads and writes them.
const sumsFile = "SHA256SUMS"

// sums are the checksums of the files, by name.
func sums(files []file) file {
	var b bytes.Buffer
	for _, f := range files {
		if !f.mode.IsDir() {
			fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(f.text), f.name)
		}
	}
	return text(sumsFile, b.Bytes())
}

// pack writes the archive of a system: the files with their checksums, below one
// folder, in the order of their names, all of one time and of no user.
func pack(w io.Writer, t target, folder string, files []file, when time.Time) error {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
	files = append(files, sums(files))
	write := packTar
	if t.extension() == ".zip" {
		write = packZip
	}
	return write(w, below(folder, files), when.UTC())
}

// below are the files below a folder, each folder before what it holds.
func below(top string, files []file) []file {
	list := []file{{name: top, mode: fs.ModeDir | 0o755}}
	seen := map[string]bool{top: true}
	for _, f := range files {
		f.name = top + "/" + f.name
		var parents []string
		for dir := path.Dir(f.name); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			parents = append(parents, dir)
		}
		for _, dir := range slices.Backward(parents) {
			list = append(list, file{name: dir, mode: fs.ModeDir | 0o755})
		}
		list = append(list, f)
	}
	return list
}

func packTar(w io.Writer, files []file, when time.Time) error {
	// The header of gzip has neither name nor time.
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: int64(f.mode.Perm()), Size: int64(len(f.text)), ModTime: when}
		if f.mode.IsDir() {
			header.Typeflag, header.Name = tar.TypeDir, f.name+"/"
		}
		if err := archive.WriteHeader(header); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if _, err := archive.Write(f.text); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

func packZip(w io.Writer, files []file, when time.Time) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when}
		if f.mode.IsDir() {
			header.Name, header.Method = f.name+"/", zip.Store
		}
		header.SetMode(f.mode)
		part, err := archive.CreateHeader(header)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if _, err := part.Write(f.text); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return archive.Close()
}

// versionName is a version as a part of a file name.
func versionName(version string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`()/\: `, r) {
			return -1
		}
		return r
	}, version)
}
