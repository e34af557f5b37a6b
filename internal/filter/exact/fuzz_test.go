package exact

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func FuzzMap(f *testing.F)         { filtertest.Fuzz(f, Map()) }
func FuzzHashTable(f *testing.F)   { filtertest.Fuzz(f, HashTable()) }
func FuzzCuckooTable(f *testing.F) { filtertest.Fuzz(f, CuckooTable()) }
func FuzzLinkedList(f *testing.F)  { filtertest.Fuzz(f, LinkedList()) }
func FuzzTrie(f *testing.F)        { filtertest.Fuzz(f, Trie()) }
func FuzzRedBlack(f *testing.F)    { filtertest.Fuzz(f, RedBlack()) }
func FuzzBitset(f *testing.F)      { filtertest.Fuzz(f, Bitset()) }
func FuzzCascade(f *testing.F)     { filtertest.Fuzz(f, Cascade()) }
