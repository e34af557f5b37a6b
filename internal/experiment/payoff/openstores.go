package payoff

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"hyphbench/internal/flagvalue"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// opened names a store of the run that is open.
type opened struct {
	name string
	n    int
}

// named is the store of that name.
func (b *bench) named(name string) (flagvalue.StoreNamed, error) {
	for _, s := range b.stores {
		if s.Name == name {
			return s, nil
		}
	}
	return flagvalue.StoreNamed{}, fmt.Errorf("unknown store %q", name)
}

// store is the store with the current keys, opened and filled if it is not. The value
// of a key is its number.
func (b *bench) store(ctx context.Context, name string) (store.Store, error) {
	at := opened{name, b.sets.n}
	if s := b.opened[at]; s != nil {
		return s, nil
	}
	kind, err := b.named(name)
	if err != nil {
		return nil, err
	}
	keys := b.sets.keys
	s, err := b.x.place.Open(ctx, kind, store.Entries{
		Keys: keys, Values: wordlist.Generate(keys.Len(), func(b []byte, i int) []byte { return strconv.AppendInt(b, int64(i), 10) }),
	})
	if err != nil {
		return nil, err
	}
	b.opened[at] = s
	return s, b.check(name, s)
}

// checked is how many keys and negatives a store is asked for before it is timed.
const checked = 100

// check compares values and refusals of some with the truth.
func (b *bench) check(name string, s store.Store) error {
	keys, others := b.sets.keys, b.sets.others
	for i := range min(checked, keys.Len()) {
		number := i * (keys.Len() / min(checked, keys.Len()))
		value, ok, err := s.Get(nil, keys.At(number))
		if err != nil {
			return fmt.Errorf("store %s: %w", name, err)
		}
		if !ok || string(value) != strconv.Itoa(number) {
			return fmt.Errorf("store %s: the value of %q is %q (found: %v), want %d", name, keys.At(number), value, ok, number)
		}
	}
	for i := range min(checked, others.Len()) {
		_, ok, err := s.Get(nil, others.At(i))
		if err != nil {
			return fmt.Errorf("store %s: %w", name, err)
		}
		if ok {
			return fmt.Errorf("store %s: has a value for %q, which is not a key", name, others.At(i))
		}
	}
	return nil
}

// Close implements io.Closer: it closes the stores and removes what they left.
func (b *bench) Close() error {
	var list []error
	for at, s := range b.opened {
		if err := s.Close(); err != nil {
			list = append(list, fmt.Errorf("store %s: %w", at.name, err))
		}
	}
	clear(b.opened)
	return errors.Join(append(list, b.x.place.Close())...)
}
