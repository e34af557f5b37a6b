package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"hyphbench/internal/store"
)

// SQLite is a table whose rows lie in the tree of its primary key, asked by a prepared
// statement through database/sql. The file is opened for reading; all else is as
// SQLite has it by default, but for the size of its cache.
func SQLite() store.Kind {
	return store.Kind{Name: "sqlite", Title: "an indexed table on disk (SQLite)", Medium: store.Disk, Open: func(ctx context.Context, e store.Entries, cfg store.Config) (store.Store, error) {
		if err := e.Check(); err != nil {
			return nil, err
		}
		path, err := kept(cfg.Folder, "sqlite-"+e.Sum(), func(path string) error { return fillSQLite(ctx, path, e) })
		if err != nil {
			return nil, err
		}
		s := &table{path: path, key: []byte{}}
		if err := s.open(); err != nil {
			return nil, fmt.Errorf("%w; want %s removed", errors.Join(err, s.Close()), path)
		}
		return s, nil
	}}
}

// connect opens the file with one connection, for which settings hold.
func connect(path, mode string, pragmas ...string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	settings := url.Values{"mode": {mode}, "_pragma": pragmas}
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: settings.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// fillSQLite writes the entries in one transaction, with no journal: what is not
// complete is thrown away.
func fillSQLite(ctx context.Context, path string, e store.Entries) (err error) {
	db, err := connect(path, "rwc", "journal_mode(off)", "synchronous(off)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.Exec("CREATE TABLE entries (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"); err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	insert, err := tx.Prepare("INSERT INTO entries VALUES (?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	key, value := []byte{}, []byte{} // nil would be NULL
	for n, i := range inOrder(e) {
		if n%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		key, value = append(key[:0], e.Keys.At(i)...), append(value[:0], e.Values.At(i)...)
		if _, err := insert.Exec(key, value); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// table is the open file.
type table struct {
	path     string
	db       *sql.DB
	get      *sql.Stmt
	key      []byte
	accesses int64
}

func (s *table) open() (err error) {
	if s.db, err = connect(s.path, "ro", fmt.Sprintf("cache_size(-%d)", cacheBytes>>10)); err != nil {
		return err
	}
	s.get, err = s.db.Prepare("SELECT value FROM entries WHERE key = ?")
	return err
}

func (s *table) Get(dst []byte, key string) ([]byte, bool, error) {
	s.accesses++
	s.key = append(s.key[:0], key...)
	rows, err := s.get.Query(s.key)
	if err != nil {
		return dst, false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return dst, false, rows.Err()
	}
	var value sql.RawBytes
	if err := rows.Scan(&value); err != nil {
		return dst, false, err
	}
	return append(dst, value...), true, rows.Close()
}

func (s *table) Accesses() (int64, error) { return s.accesses, nil }

// Evict opens the file anew, with an empty cache, after dropping it from the system's.
func (s *table) Evict() error {
	if err := errors.Join(s.Close(), evict(s.path)); err != nil {
		return err
	}
	return s.open()
}

func (s *table) Close() error {
	var errs []error
	if s.get != nil {
		errs = append(errs, s.get.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	s.get, s.db = nil, nil
	return errors.Join(errs...)
}
