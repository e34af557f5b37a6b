package reconcile

import (
	"encoding/binary"
	"fmt"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/runfolder"
)

// Names of the methods that are no filters.
const (
	allKeys    = "keys"
	hashes     = "hashes"
	tree       = "tree"
	counters   = "counters"
	strata     = "strata"
	iblt       = "iblt"
	ibltStrata = "iblt-strata"
	riblt      = "riblt"
)

// Numbers of the peers in their network.
const (
	peerA = 0
	peerB = 1
)

// method is a protocol between peer A and peer B, who wants to know something of A's set.
type method struct {
	name   string
	title  bilingual.Text // empty of a filter
	tasks  []string
	exact  bool // finds the whole difference; another one may miss some of it
	sized  bool // its size follows from an ε
	asks   bool // A asks something about its keys, which is counted
	tables bool // B may need several tables
	cells  bool // its cells for each difference are counted

	a, b func(*peer) (outcome, error)
}

// outcome is what a peer found out, by task and method.
type outcome struct {
	theirs    []uint64 // of B: keys of S_A − S_B, or of S_A ∩ S_B
	mine      []uint64 // of B: keys of S_B − S_A, where the method finds them
	knowsMine bool
	sent      []uint64 // of A: the keys that it sent
	extra     int      // of B: keys received that are not in both sets
	estimate  float64  // of B: number of differences
	cells     int      // of B: cells or symbols of what it could peel
	tables    int      // of B: tables received
	questions int      // of A: to what B sent
}

// peer is one of the two in an exchange.
type peer struct {
	node    *loopbacknetwork.Node
	keys    []uint64
	task    string
	seed    uint64 // which both know
	epsilon float64
}

func (p *peer) send(message []byte) error { return p.node.Send(1-p.node.ID, message) }

func (p *peer) receive() ([]byte, error) { return p.node.Receive(1 - p.node.ID) }

func (p *peer) sendKeys(keys []uint64) error {
	message := make([]byte, 0, keyBytes*len(keys))
	for _, k := range keys {
		message = binary.LittleEndian.AppendUint64(message, k)
	}
	return p.send(message)
}

// keyBytes is the length of a key: the universe is that of 64-bit numbers.
const keyBytes = 8

func (p *peer) receiveKeys() ([]uint64, error) {
	message, err := p.receive()
	if err == nil && len(message)%keyBytes != 0 {
		err = fmt.Errorf("a message of %d bytes: want keys of %d", len(message), keyBytes)
	}
	if err != nil {
		return nil, err
	}
	keys := make([]uint64, len(message)/keyBytes)
	for i := range keys {
		keys[i] = binary.LittleEndian.Uint64(message[keyBytes*i:])
	}
	return keys, nil
}

// received is what the next message says.
func received[T any](p *peer, parse func(message []byte) (T, error)) (of T, err error) {
	message, err := p.receive()
	if err != nil {
		return of, err
	}
	return parse(message)
}

// split parts keys by whether the peer has them.
func (p *peer) split(keys []uint64) (have, lack []uint64) {
	set := make(map[uint64]struct{}, len(p.keys))
	for _, k := range p.keys {
		set[k] = struct{}{}
	}
	for _, k := range keys {
		if _, in := set[k]; in {
			have = append(have, k)
		} else {
			lack = append(lack, k)
		}
	}
	return have, lack
}

// methods are those that the experiment brings itself, the baseline first.
func methods() []method {
	found := []string{taskDifference, taskIntersection}
	return []method{
		{name: allKeys, tasks: found, exact: true, a: sendAll, b: takeAll,
			title: bilingual.Text{EN: "all keys sent", PT: "todas as chaves enviadas"}},
		{name: hashes, tasks: found, asks: true, a: answerHashes, b: askByHashes,
			title: bilingual.Text{EN: "list of 32-bit hashes", PT: "lista de hashes de 32 bits"}},
		{name: tree, tasks: []string{taskDifference}, sized: true, asks: true, a: answerTree, b: askByTree,
			title: bilingual.Text{EN: "approximate reconciliation tree", PT: "árvore de reconciliação aproximada"}},
		{name: iblt, tasks: found, exact: true, tables: true, cells: true, a: sendTables, b: takeTables,
			title: bilingual.Text{EN: "invertible Bloom lookup table, doubled until it peels", PT: "tabela de Bloom invertível, dobrada até se resolver"}},
		{name: ibltStrata, tasks: found, exact: true, tables: true, cells: true, a: sendSizedTables, b: takeSizedTables,
			title: bilingual.Text{
				EN: "invertible Bloom lookup table behind a strata estimator", PT: "tabela de Bloom invertível após um estimador por estratos"}},
		{name: riblt, tasks: found, exact: true, cells: true, a: sendSymbols, b: takeSymbols,
			title: bilingual.Text{EN: "rateless invertible Bloom lookup table", PT: "tabela de Bloom invertível sem taxa fixa"}},
		{name: strata, tasks: []string{taskSize}, a: sendStrata, b: takeStrata,
			title: bilingual.Text{EN: "strata estimator", PT: "estimador por estratos"}},
		{name: counters, tasks: []string{taskSize}, a: sendCounters, b: takeCounters,
			title: bilingual.Text{EN: "counters compared", PT: "contadores comparados"}},
	}
}

// byFilter is the method of a filter, exact if the filter is.
func byFilter(s filter.Structure) method {
	of := filterOf{s}
	return method{
		name: s.Name, tasks: []string{taskDifference, taskIntersection}, exact: s.Exact, sized: !s.Exact, asks: true,
		a: of.answer, b: of.ask,
	}
}

func (m method) compared() trial.Method {
	return trial.Method{Name: m.name, Title: m.title, Baseline: m.name == allKeys}
}

// reports are the metrics of an exchange in d keys. A ratio to their number needs one.
func (m method) reports(task string, d int) []runfolder.Metric {
	list := []runfolder.Metric{Bytes, Messages, CPU}
	switch {
	case task == taskSize:
		if d > 0 {
			list = append(list, Off)
		}
	case m.exact:
		if m.tables {
			list = append(list, Tables)
		}
		if m.cells && d > 0 && task == taskDifference {
			list = append(list, Cells)
		}
	case task == taskDifference:
		list = append(list, Missing)
		if m.asks {
			list = append(list, Questions)
		}
	default:
		list = append(list, Extra)
	}
	return list
}

// sendAll sends all keys of A, and with takeAll B looks which it has: what every other
// method is to beat.
func sendAll(p *peer) (outcome, error) { return outcome{}, p.sendKeys(p.keys) }

func takeAll(p *peer) (a outcome, err error) {
	keys, err := p.receiveKeys()
	if err != nil {
		return a, err
	}
	have, lack := p.split(keys)
	if a.theirs = lack; p.task == taskIntersection {
		a.theirs = have
	}
	return a, nil
}
