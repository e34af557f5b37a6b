package reconcile

import (
	"encoding/binary"
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/difference"
	"hyphbench/internal/wordlist"
)

// B sends a summary of its set, and A the keys that the summary does not know, or for
// the intersection those that it knows (the thesis, 3.5.3 and 3.5.4).

// reply sends those of A's keys that B wants: known says which the summary knows.
func (p *peer) reply(known []bool) (a outcome, err error) {
	a.questions = len(known)
	for i, k := range p.keys {
		if known[i] == (p.task == taskIntersection) {
			a.sent = append(a.sent, k)
		}
	}
	return a, p.sendKeys(a.sent)
}

// conclude takes the keys of A's reply. Of an intersection B leaves out what it has not:
// these were sent in vain.
func (p *peer) conclude() (a outcome, err error) {
	if a.theirs, err = p.receiveKeys(); err != nil || p.task != taskIntersection {
		return a, err
	}
	have, lack := p.split(a.theirs)
	a.theirs, a.extra = have, len(lack)
	return a, nil
}

// ask sends what stands for the keys of B, and takes the answer.
func (p *peer) ask(message []byte) (outcome, error) {
	if err := p.send(message); err != nil {
		return outcome{}, err
	}
	return p.conclude()
}

// filterOf sends a filter as its file.
type filterOf struct{ filter.Structure }

// words are keys as a filter takes them.
func words(keys []uint64) *wordlist.List {
	return wordlist.Generate(len(keys), func(b []byte, i int) []byte { return binary.LittleEndian.AppendUint64(b, keys[i]) })
}

func (s filterOf) ask(p *peer) (outcome, error) {
	file, err := filter.File(s.Build(words(p.keys), filter.Config{Epsilon: p.epsilon, Seed: p.seed}))
	if err != nil {
		return outcome{}, err
	}
	return p.ask(file)
}

func (s filterOf) answer(p *peer) (outcome, error) {
	f, err := received(p, s.Open)
	if err != nil {
		return outcome{}, err
	}
	known := make([]bool, 0, len(p.keys))
	for w := range words(p.keys).Each() {
		known = append(known, f.Contains(w))
	}
	return p.reply(known)
}

// short is the 32-bit hash of a key.
func (p *peer) short(key uint64) uint32 { return uint32(filter.Mix(key^filter.Mix(p.seed)) >> 32) }

func askByHashes(p *peer) (outcome, error) {
	message := make([]byte, 0, 4*len(p.keys))
	for _, k := range p.keys {
		message = binary.LittleEndian.AppendUint32(message, p.short(k))
	}
	return p.ask(message)
}

func answerHashes(p *peer) (outcome, error) {
	message, err := p.receive()
	if err != nil {
		return outcome{}, err
	}
	set := make(map[uint32]struct{}, len(message)/4)
	for ; len(message) >= 4; message = message[4:] {
		set[binary.LittleEndian.Uint32(message)] = struct{}{}
	}
	known := make([]bool, len(p.keys))
	for i, k := range p.keys {
		_, known[i] = set[p.short(k)]
	}
	return p.reply(known)
}

// correction is that of Byers et al. in their comparison with Bloom filters.
const correction = 5

// treeBits are those of a Bloom filter of a rate.
func treeBits(epsilon float64) float64 { return math.Log2(1/epsilon) / math.Ln2 }

func askByTree(p *peer) (outcome, error) {
	summary := difference.NewTree(p.keys, p.seed).Summary(treeBits(p.epsilon), difference.LeafShare)
	return p.ask(summary.AppendBinary(nil))
}

func answerTree(p *peer) (a outcome, err error) {
	summary, err := received(p, difference.ParseSummary)
	if err != nil {
		return a, err
	}
	a.sent, a.questions = difference.NewTree(p.keys, p.seed).Missing(summary, correction)
	return a, p.sendKeys(a.sent)
}
