package duplicates

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/golomb"
)

// singleShot is the range of a filter of one hash function: positions, of which as
// many share one on average as gives the rate.
type singleShot struct {
	positions uint64
	seed      uint64
	owners    uint64
}

// newSingleShot has room for n elements with a false-positive rate.
func newSingleShot(n uint64, epsilon float64, seed uint64, owners int) singleShot {
	return singleShot{uint64(math.Ceil(float64(max(1, n)) / -math.Log1p(-epsilon))), seed, uint64(owners)}
}

// position of an element.
func (s singleShot) position(hash uint64) uint64 {
	high, _ := bits.Mul64(filter.Mix(hash^s.seed), s.positions)
	return high
}

// first is the first position of an owner: positions h belong to ⌊h·owners/positions⌋.
func (s singleShot) first(owner int) uint64 {
	high, low := bits.Mul64(uint64(owner), s.positions)
	q, rest := bits.Div64(high, low, s.owners)
	if rest > 0 {
		q++
	}
	return q
}

// numbered is an element with its position.
type numbered struct {
	position uint64
	key      int
}

// positions are those of the candidates, ascending.
func (e *processor) positions(s singleShot) []numbered {
	var list []numbered
	for _, i := range e.candidates() {
		list = append(list, numbered{s.position(e.hash[i]), i})
	}
	slices.SortFunc(list, byPosition)
	return list
}

func byPosition(a, b numbered) int { return cmp.Compare(a.position, b.position) }

// distinct are the positions, each once.
func distinct(list []numbered) []uint64 {
	var out []uint64
	for i, at := range list {
		if i == 0 || at.position != list[i-1].position {
			out = append(out, at.position)
		}
	}
	return out
}

// split cuts ascending positions by owners, each part beginning at 0.
func (s singleShot) split(positions []uint64) [][]uint64 {
	parts := make([][]uint64, s.owners)
	at := 0
	for owner := range parts {
		first, end := s.first(owner), s.first(owner+1)
		for ; at < len(positions) && positions[at] < end; at++ {
			parts[owner] = append(parts[owner], positions[at]-first)
		}
	}
	return parts
}

// round excludes candidates by a filter with room for all that there are.
func (e *processor) round(epsilon float64, number int) error {
	e.enter(hashes)
	n, err := e.sum(uint64(len(e.candidates())))
	if err != nil {
		return err
	}
	return e.exclude(newSingleShot(n, epsilon, filter.Mix(e.seed+uint64(number)), e.Nodes()))
}

// exclude excludes the candidates of which nobody else has the position: each processing
// element sends its positions to their owners, and is told which of these came from several.
func (e *processor) exclude(s singleShot) error {
	list := e.positions(s)
	parts := s.split(distinct(list))
	from, err := e.collect(s, parts)
	if err != nil {
		return err
	}
	e.enter(answers)
	met, err := e.tell(from, parts, several(from))
	if err != nil {
		return err
	}
	there := map[uint64]bool{}
	for owner, part := range parts {
		for i, position := range part {
			if met[owner][i] {
				there[position+s.first(owner)] = true
			}
		}
	}
	for _, at := range list {
		e.candidate[at.key] = there[at.position]
	}
	e.flagged = append(e.flagged, len(e.candidates()))
	return nil
}

// several says which of the positions that came to an owner came from more than one.
func several(from [][]uint64) func(position uint64) bool {
	times := map[uint64]int{}
	for _, list := range from {
		for _, position := range list {
			times[position]++
		}
	}
	return func(position uint64) bool { return times[position] > 1 }
}

// collect sends positions to their owners, and returns those that came, by where from.
func (e *processor) collect(s singleShot, parts [][]uint64) (from [][]uint64, err error) {
	messages := make([][]byte, e.Nodes())
	for owner, part := range parts {
		messages[owner] = golomb.AppendStream(nil, part, s.first(owner+1)-s.first(owner))
	}
	got, err := e.exchange(messages)
	if err != nil {
		return nil, err
	}
	from = make([][]uint64, e.Nodes())
	for id, message := range got {
		if from[id], err = golomb.ReadStream(message, s.first(e.ID+1)-s.first(e.ID)); err != nil {
			return nil, err
		}
	}
	return from, nil
}

// tell says of the positions that came whether they were met, and returns what their
// owners say of the own ones.
func (e *processor) tell(from, parts [][]uint64, met func(position uint64) bool) ([][]bool, error) {
	lengths := make([]int, e.Nodes())
	for id := range from {
		lengths[id] = len(parts[id])
	}
	return e.reply(answersTo(from, met), lengths)
}

// answersTo says of what came from each of the others whether it was met.
func answersTo(from [][]uint64, met func(uint64) bool) [][]bool {
	said := make([][]bool, len(from))
	for id, list := range from {
		for _, x := range list {
			said[id] = append(said[id], met(x))
		}
	}
	return said
}

// reply tells each of the others which of the things that it sent were met, and returns
// what they say of the own, of which there are so many with each.
func (e *processor) reply(said [][]bool, lengths []int) ([][]bool, error) {
	messages := make([][]byte, e.Nodes())
	for id, list := range said {
		var yes []uint64
		for i, is := range list {
			if is {
				yes = append(yes, uint64(i))
			}
		}
		messages[id] = golomb.AppendStream(nil, yes, uint64(len(list)))
	}
	got, err := e.exchange(messages)
	if err != nil {
		return nil, err
	}
	told := make([][]bool, e.Nodes())
	for id, message := range got {
		told[id] = make([]bool, lengths[id])
		list, err := golomb.ReadStream(message, uint64(lengths[id]))
		if err != nil {
			return nil, err
		}
		for _, i := range list {
			told[id][i] = true
		}
	}
	return told, nil
}
