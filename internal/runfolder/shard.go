package runfolder

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is a part of a run: its rounds r with r mod Of = Index. A round is never
// divided, so that what is compared in pairs was measured by one machine.
type Shard struct {
	Index int `json:"index"` // from 0
	Of    int `json:"of"`
}

// ParseShard reads "3/64", the fourth of 64 shards.
func ParseShard(text string) (Shard, error) {
	index, of, found := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if !found || err != nil || err2 != nil || n < 1 || i < 0 || i >= n {
		return Shard{}, fmt.Errorf("%q is not a shard: want an index from 0 and a number of shards, such as 0/64 or 63/64", text)
	}
	return Shard{i, n}, nil
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Has reports whether a round belongs to the shard: the warm-up does, and every round
// to nil.
func (s *Shard) Has(round int) bool {
	return s == nil || round < 1 || round%s.Of == s.Index
}

// Rounds are those of the shard in a run of so many.
func (s *Shard) Rounds(reps int) (list []int) {
	for round := 1; round <= reps; round++ {
		if s.Has(round) {
			list = append(list, round)
		}
	}
	return list
}

// Ranges writes ascending numbers: "1 to 4, 7, 9 to 10".
func Ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		text := strconv.Itoa(numbers[i])
		if last > i {
			text += " to " + strconv.Itoa(numbers[last])
		}
		parts = append(parts, text)
		i = last + 1
	}
	return strings.Join(parts, ", ")
}
