package all_test

import (
	"fmt"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// A Bloom filter is built from a list of keys and asked.
func Example() {
	bloom, err := all.ByName("bloom")
	if err != nil {
		fmt.Println(err)
		return
	}
	keys := wordlist.Of("academy", "analysis", "areas")
	f, err := bloom.Build(keys, filter.Config{Epsilon: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, word := range []string{"academy", "areas", "table"} {
		fmt.Println(word, f.Contains(word))
	}
	// Output:
	// academy true
	// areas true
	// table false
}

// What a structure would take is known before it is built.
func Example_plan() {
	structures, err := all.Resolve("bloom,cuckoo")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range structures {
		plan, err := s.Plan(1753, filter.Config{Epsilon: 0.01})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %v, %d bits, rate %.4f\n", s.Title, plan.Params, plan.Bits, plan.Theory)
		if plan.Capacity > 0 {
			fmt.Println("room for", plan.Capacity, "keys")
		}
	}
	// Output:
	// Bloom filter: [{m 16803} {k 6}], 16803 bits, rate 0.0101
	// cuckoo filter: [{buckets 512} {b 4} {f 10}], 20480 bits, rate 0.0067
	// room for 2048 keys
}

// What else the filters of a structure can do is asked of the structure.
func Example_abilities() {
	for _, name := range []string{"bloom", "cuckoo", "linear"} {
		s, err := all.ByName(name)
		fmt.Println(name, filter.Abilities(s), err)
	}
	linear, err := all.ByName("linear")
	fmt.Println(filter.Can[filter.Grader](linear), err)
	// Output:
	// bloom [insert steps merge size atomic file] <nil>
	// cuckoo [insert delete file] <nil>
	// linear [insert grade file] <nil>
	// true <nil>
}

// A filter that is built once can be stored and shipped.
func ExampleOpen() {
	bloom, err := all.ByName("bloom")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := bloom.Build(wordlist.Of("academy", "analysis", "areas"), filter.Config{Epsilon: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := f.(filter.Stored).AppendBinary(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, again, err := all.Open(file)
	fmt.Println(s.Name, len(file), err)
	fmt.Println(again.Contains("academy"), again.Contains("table"))
	_, _, err = all.Open(file[:60])
	fmt.Println(err != nil)
	// Output:
	// bloom 79 <nil>
	// true false
	// true
}

func ExampleResolve() {
	structures, err := all.Resolve("cuckoo,bloom,cuckoo")
	for _, s := range structures {
		fmt.Println(s.Title)
	}
	fmt.Println(err)
	_, err = all.Resolve("blom")
	correction, _, _ := strings.Cut(err.Error(), ";")
	fmt.Println(correction)
	// Output:
	// cuckoo filter
	// Bloom filter
	// <nil>
	// unknown filter "blom": did you mean bloom?
}
