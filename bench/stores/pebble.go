package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"

	"hyphbench/internal/store"
)

// pebbleBits is the size of Pebble's own filter in bits per key: the policy that its
// documentation gives for 1 %.
const pebbleBits = bloom.FilterPolicy(10)

// lastLevel is where a compacted tree keeps everything.
const lastLevel = 6

// fillBytes of entries are written and flushed at a time.
const fillBytes = 8 << 20

// Pebble is an LSM tree without a filter of its own: compacted, asked by Get.
func Pebble() store.Kind {
	return pebbleKind("pebble", "an LSM tree on disk (Pebble)", pebble.NoFilterPolicy, vfs.Default)
}

// PebbleFilter is the same tree with its own filter. Get does not ask the filter of
// the last level, where a compacted tree keeps everything; an iterator does that is
// told to, by SeekPrefixGE. One iterator serves all lookups. That alone saves nothing:
// of 50,000 absent keys in 500,000, Get took 9.1 µs each, such an iterator without the
// filter 9.3 and with it 2.7 (one run on a busy machine; what counts is the ratio).
func PebbleFilter() store.Kind {
	return pebbleKind("pebble-filter", "an LSM tree on disk with a filter of its own (Pebble)", pebbleBits, vfs.Default)
}

func pebbleKind(name, title string, policy pebble.FilterPolicy, disk vfs.FS) store.Kind {
	return store.Kind{Name: name, Title: title, Medium: store.Disk, Open: func(ctx context.Context, e store.Entries, cfg store.Config) (store.Store, error) {
		if err := e.Check(); err != nil {
			return nil, err
		}
		path, err := kept(cfg.Folder, name+"-"+e.Sum(), func(path string) error { return fillPebble(ctx, path, e, policy, disk) })
		if err != nil {
			return nil, err
		}
		l := &lsm{path: path, cache: pebble.NewCache(cacheBytes), filtered: policy != pebble.NoFilterPolicy}
		options := pebbleOptions(policy, disk)
		options.ReadOnly, options.Cache = true, l.cache
		if l.db, err = pebble.Open(path, options); err != nil {
			l.cache.Unref()
			return nil, fmt.Errorf("%w; want the folder %s removed", err, path)
		}
		if err := errors.Join(l.compacted(), l.iterate()); err != nil {
			return nil, errors.Join(err, l.Close())
		}
		return l, nil
	}}
}

func pebbleOptions(policy pebble.FilterPolicy, disk vfs.FS) *pebble.Options {
	o := &pebble.Options{FS: disk, FormatMajorVersion: pebble.FormatNewest, Logger: quiet{pebble.DefaultLogger}}
	for i := range o.Levels {
		o.Levels[i].FilterPolicy = policy
		o.Levels[i].Compression = func() *sstable.CompressionProfile { return sstable.NoCompression }
	}
	return o
}

// quiet is Pebble's log without its news; errors are returned.
type quiet struct{ pebble.Logger }

func (quiet) Infof(string, ...any)  {}
func (quiet) Errorf(string, ...any) {}

// ending is the log of a Pebble that ends the program where it cannot go on, as on a
// full disk: the reason is kept, and who gives it goes no further.
type ending struct {
	quiet
	reason chan error
}

func (e ending) Fatalf(format string, args ...any) {
	select {
	case e.reason <- fmt.Errorf(format, args...):
	default: // one is enough
	}
	select {}
}

// fillPebble writes the entries, flushes and compacts. Where Pebble ends the program,
// what works for it is left standing.
func fillPebble(ctx context.Context, path string, e store.Entries, policy pebble.FilterPolicy, disk vfs.FS) error {
	log := ending{reason: make(chan error, 1)}
	done := make(chan error, 1)
	go func() { done <- writePebble(ctx, path, e, policy, disk, log) }()
	select {
	case err := <-done:
		return err
	case err := <-log.reason:
		return err
	}
}

// writePebble ends at the first failure in the background, which Pebble would try
// again and again.
func writePebble(ctx context.Context, path string, e store.Entries, policy pebble.FilterPolicy, disk vfs.FS, log pebble.Logger) (err error) {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	options := pebbleOptions(policy, disk)
	options.DisableWAL = true
	options.DisableAutomaticCompactions = true
	options.MemTableSize = 4 * fillBytes    // a batch fits: no write waits for a flush
	options.L0StopWritesThreshold = 1 << 30 // nor for a compaction
	options.EventListener = &pebble.EventListener{BackgroundError: fail}
	options.Logger = log
	db, err := pebble.Open(path, options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()

	batch := db.NewBatch()
	defer func() { _ = batch.Close() }()
	write := func() error {
		if err := db.Apply(batch, pebble.NoSync); err != nil {
			return err
		}
		batch.Reset()
		flushed, err := db.AsyncFlush()
		if err != nil {
			return err
		}
		select {
		case <-flushed:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	last := ""
	for _, i := range inOrder(e) {
		last = e.Keys.At(i)
		if err := batch.Set([]byte(last), []byte(e.Values.At(i)), nil); err != nil {
			return err
		}
		if batch.Len() >= fillBytes {
			if err := write(); err != nil {
				return err
			}
		}
	}
	if batch.Count() > 0 {
		if err := write(); err != nil {
			return err
		}
	}
	if e.Keys.Len() == 0 {
		return nil
	}
	if err := db.Compact(ctx, nil, []byte(last+"\x00"), false); err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	return nil
}

// lsm is an open tree, which nobody writes.
type lsm struct {
	path     string
	db       *pebble.DB
	cache    *pebble.Cache
	filtered bool
	iter     *pebble.Iterator // nil: lookups by Get
	key      []byte
	accesses int64
}

// compacted is an error when there is a table above the last level, where a lookup
// would take another way.
func (l *lsm) compacted() error {
	for level, m := range l.db.Metrics().Levels[:lastLevel] {
		if m.TablesCount > 0 {
			return fmt.Errorf("%s has %d tables on level %d: want a compacted tree", l.path, m.TablesCount, level)
		}
	}
	return nil
}

func (l *lsm) iterate() (err error) {
	if l.filtered {
		l.iter, err = l.db.NewIter(&pebble.IterOptions{UseL6Filters: true})
	}
	return err
}

func (l *lsm) Get(dst []byte, key string) ([]byte, bool, error) {
	l.accesses++
	l.key = append(l.key[:0], key...)
	if l.iter == nil {
		value, closer, err := l.db.Get(l.key)
		if errors.Is(err, pebble.ErrNotFound) {
			return dst, false, nil
		}
		if err != nil {
			return dst, false, err
		}
		dst = append(dst, value...)
		return dst, true, closer.Close()
	}
	if !l.iter.SeekPrefixGE(l.key) || !bytes.Equal(l.iter.Key(), l.key) {
		return dst, false, l.iter.Error()
	}
	value, err := l.iter.ValueAndErr()
	if err != nil {
		return dst, false, err
	}
	return append(dst, value...), true, nil
}

func (l *lsm) Accesses() (int64, error) { return l.accesses, nil }

// Evict empties the cache, by taking its room, and drops the files from the system's.
func (l *lsm) Evict() error {
	if err := l.release(); err != nil {
		return err
	}
	l.cache.Reserve(cacheBytes)()
	if left := l.cache.Metrics().Size; left > 0 {
		return fmt.Errorf("%d bytes are left in the cache of Pebble", left)
	}
	files, err := os.ReadDir(l.path)
	if err != nil {
		return err
	}
	for _, f := range files {
		if filepath.Ext(f.Name()) == ".sst" {
			if err := evict(filepath.Join(l.path, f.Name())); err != nil {
				return err
			}
		}
	}
	return l.iterate()
}

// release ends the iterator, which holds blocks.
func (l *lsm) release() error {
	if l.iter == nil {
		return nil
	}
	err := l.iter.Close()
	l.iter = nil
	return err
}

func (l *lsm) Close() error {
	err := errors.Join(l.release(), l.db.Close())
	l.cache.Unref()
	return err
}
