package flagvalue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hyphbench/internal/store"
)

// StoreList is --store: names of stores, with what some have behind a colon, as "delay:50us" and
// "bbolt:stores".
type StoreList struct {
	Known  []store.Kind
	text   string
	Stores []StoreNamed
}

// StorePlaces says in the usage of a flag what some stores have behind a colon.
const StorePlaces = "bbolt:DIR keeps its file in DIR; redis-tcp:HOST:PORT is a server that runs"

// StoreNamed is a store as a flag names it.
type StoreNamed struct {
	Name string // of the kind, with its wait: "direct", "delay:50us"; where it is is not told
	store.Kind
	config store.Config
}

func (l *StoreList) String() string { return l.text }
func (l *StoreList) Type() string   { return "stores" }

// Words are the names of the stores; a simulated one with a time.
func (l *StoreList) Words() []string { return store.Names(l.Known, "50us") }

func (l *StoreList) Set(text string) error {
	var list []StoreNamed
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		kind, config, err := store.Parse(l.Known, part)
		if err != nil {
			return err
		}
		name := kind.Name
		if kind.Medium == store.Simulated {
			name = part
		}
		for _, s := range list {
			if s.Name == name {
				return fmt.Errorf("%s is named twice", name)
			}
		}
		list = append(list, StoreNamed{name, kind, config})
	}
	l.text, l.Stores = text, list
	return nil
}

// NamesFiles reports whether the list says where a store is.
func (l *StoreList) NamesFiles() bool {
	return slices.ContainsFunc(l.Stores, func(s StoreNamed) bool { return s.config.Folder != "" || s.config.Address != "" })
}

// WithoutFolders is a list with the base names of its folders and sockets, as the command of a run
// is recorded.
func (l *StoreList) WithoutFolders(list string) string {
	return l.places(list, func(p store.Place, where string) string {
		if p == store.Server {
			return ":" + where
		}
		return ":" + filepath.Base(where)
	})
}

// Under is a list with its folders and sockets in the folder, save those with a path of their own.
func (l *StoreList) Under(folder, list string) string {
	return l.places(list, func(p store.Place, where string) string {
		if p == store.Server || filepath.IsAbs(where) {
			return ":" + where
		}
		return ":" + filepath.Join(folder, where)
	})
}

// Recorded is the list as a run records it: where its stores are makes no other run.
func (l *StoreList) Recorded() string {
	return l.places(l.text, func(store.Place, string) string { return "" })
}

// places is a list with something else where it says where a store is, colon included.
func (l *StoreList) places(list string, now func(p store.Place, where string) string) string {
	parts := strings.Split(list, ",")
	for i, part := range parts {
		name, where, has := strings.Cut(part, ":")
		for _, k := range l.Known {
			if has && k.Name == strings.TrimSpace(name) && k.Place != store.Nowhere {
				parts[i] = name + now(k.Place, where)
			}
		}
	}
	return strings.Join(parts, ",")
}

// StoreChoice is a StoreList of one store at most, which may be one of the user's own
// (store.ParseOwn).
type StoreChoice struct {
	StoreList
	Line string // that a command of the user's is given for a key; empty: the key
	own  bool
}

func (c *StoreChoice) Type() string { return "store" }
func (c *StoreChoice) Set(text string) error {
	if _, is, err := store.ParseOwn(text, ""); is {
		c.text, c.own, c.Stores = text, is, nil
		return err
	}
	list := StoreList{Known: c.Known}
	if err := list.Set(text); err != nil {
		return err
	}
	if n := len(list.Stores); n > 1 {
		return fmt.Errorf("%d stores: want one", n)
	}
	c.StoreList, c.own = list, false
	return nil
}

// Own is the user's own store, and false where it is none. An error is that of its line.
func (c *StoreChoice) Own() (kind store.Kind, is bool, err error) {
	if !c.own {
		return store.Kind{}, false, nil
	}
	return store.ParseOwn(c.text, c.Line)
}

// Chosen is the store of the flag; false without one.
func (c *StoreChoice) Chosen() (StoreNamed, bool) {
	if kind, is, err := c.Own(); is && err == nil {
		return StoreNamed{Name: kind.Name, Kind: kind}, true
	}
	if len(c.Stores) == 0 {
		return StoreNamed{}, false
	}
	return c.Stores[0], true
}

// StorePlace opens stores where their names say, or else in a temporary folder. The zero value is
// ready for use.
type StorePlace struct {
	temporary string // made by Open where no folder is named
}

// available says why a store cannot be had here; a server that runs already needs
// none.
func (s StoreNamed) available() error {
	if s.config.Address != "" {
		return nil
	}
	return s.Available()
}

// Take returns those of the listed stores that can be had here. Of a default list the
// others are left out, each with a note that says why; of a list that was asked for
// they are an error, and so is none at all.
func (l *StoreList) Take(asked bool) (taken []StoreNamed, notes []string, err error) {
	for _, s := range l.Stores {
		err := s.available()
		switch {
		case err == nil:
			taken = append(taken, s)
		case !asked:
			notes = append(notes, fmt.Sprintf("The store %s is left out: %v.", s.Name, err))
		default:
			return nil, nil, fmt.Errorf("--store: %s: %w", s.Name, err)
		}
	}
	if len(taken) == 0 {
		return nil, nil, errors.New("--store: none of these stores works here: want one that does, such as map")
	}
	return taken, notes, nil
}

// Open opens the store with the entries.
func (p *StorePlace) Open(ctx context.Context, s StoreNamed, e store.Entries) (store.Store, error) {
	if err := s.available(); err != nil {
		return nil, fmt.Errorf("store %s: %w", s.Name, err)
	}
	cfg := s.config
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
