package semijoin

import (
	"fmt"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// lookupNodes have the keys in equal parts.
const lookupNodes = 16

// answerBytes are those of "no"; behind a "yes" is the row.
const answerBytes = 1

// lookUp asks a coordinator where each key is. Every node has told it its keys by a method, as
// one of a join does, and what it deleted since. The coordinator asks each node that may have the
// key. The nodes are in this process: bytes are those of the messages, without frames.
// Source: which node has a key is asked in Mosharraf, Adnan 2022, whose system is not at hand:
// a filter for each node is the thesis's section 3.5.5, on one level.
func (x *joining) lookUp(t *trial.T, p place) error {
	m, err := x.method(p)
	if err != nil {
		return err
	}
	seed := filter.Mix(t.Seed() + uint64(p.n))
	keys := wordlist.Generate(p.n, func(b []byte, i int) []byte { return appendKey(b, x.key.Value, seed, i) })
	bytes, vain := 0, 0
	for node := range lookupNodes {
		part, from := partOf(keys, node, p.deleted)
		cfg := filter.Config{Epsilon: p.rate.Float(), Seed: t.Seed()}
		admits, told, err := publish(m, part, cfg, x.key.Value)
		if err != nil {
			return err
		}
		bytes += told
		kept, end := from+part.gone.Len(), from+part.keys.Len()
		i := 0
		for key := range keys.Each() {
			has, asked := i >= kept && i < end, admits.Contains(key)
			i++
			switch {
			case has && !asked:
				return fmt.Errorf("wrong answer: %s denies a key of its node", m.name)
			case has:
				bytes += x.key.Value + answerBytes + x.payload.Value
			case asked:
				bytes += x.key.Value + answerBytes
				vain++
			}
		}
	}
	t.Report(LookupBytes, float64(bytes))
	t.Report(LookupVain, float64(vain)/float64(p.n))
	if p.rate > 0 {
		t.Fill(columnStructure, m.name)
	}
	return nil
}

// partOf are the keys of a node, from one on, of which it deletes the first.
func partOf(keys *wordlist.List, node int, deleted float64) (part *pair, from int) {
	from, end := node*keys.Len()/lookupNodes, (node+1)*keys.Len()/lookupNodes
	some := func(from, end int) *wordlist.List {
		return wordlist.Generate(end-from, func(b []byte, i int) []byte { return append(b, keys.At(from+i)...) })
	}
	kept := from + partners(end-from, deleted)
	return &pair{keys: some(from, end), gone: some(from, kept), left: some(kept, end)}, from
}

// publish tells a node's keys, then what was deleted, in so many bytes.
func publish(m method, part *pair, cfg filter.Config, key int) (admits admitter, bytes int, err error) {
	message, err := m.tell(part.keys, cfg)
	if err != nil {
		return nil, 0, err
	}
	bytes = len(message)
	if admits, err = m.read(message, key); err != nil || m.revise == nil {
		return admits, bytes, err
	}
	if message, err = m.update(part, cfg); err != nil {
		return nil, 0, err
	}
	admits, err = m.revise(admits, message, key)
	return admits, bytes + len(message), err
}
