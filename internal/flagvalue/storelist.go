package flagvalue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

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

// Words are the names of the stores; a simulated one with a time.
func (l *StoreList) Words() []string { return store.Names(l.Known, "50us") }

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
				return fmt.Errorf("%s is named twice", name)
			}
		}
		list = append(list, StoreNamed{name, kind, config})
	}
	l.text, l.Stores = text, list
	return nil
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

// StorePlace are the flags that say where stores are.
type StorePlace struct {
	folder    string
	address   string
	temporary string // made by Open in place of a folder
}

// Add adds the flags.
func (p *StorePlace) Add(fs *pflag.FlagSet) {
	fs.StringVar(&p.folder, "store-dir", "", "folder that keeps stores on disk for the next run (default: a temporary one)")
	fs.StringVar(&p.address, "store-address", "", "address of a running server, host:port or the path of a socket (default: one is started)")
	MarkFiles(fs, "store-dir", "store-address")
}

// available says why a store cannot be had here; a server that runs already needs
// none.
func (p *StorePlace) available(s StoreNamed) error {
	if p.address != "" {
		return nil
	}
	return s.Available()
}

// Take returns those of the listed stores that can be had here. Of a default list the
// others are left out, each with a note that says why; of a list that was asked for
// they are an error, and so is none at all.
func (p *StorePlace) Take(l *StoreList, asked bool) (taken []StoreNamed, notes []string, err error) {
	for _, s := range l.Stores {
		err := p.available(s)
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
	if err := p.available(s); err != nil {
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
