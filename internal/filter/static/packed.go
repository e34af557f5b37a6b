package static

import "encoding/binary"

// packed is an array of numbers of up to packedMost bits, one behind the other.
// Some bytes more than they need let a word be read wherever one starts.
type packed struct {
	bytes []byte
	width uint64 // bits of a number
	mask  uint64 // as many low bits
}

const (
	packedMost  = 57 // so that a word holds a number wherever in a byte it starts
	packedSlack = 8
)

// packedBytes is the length of n numbers without the slack.
func packedBytes(n, width uint64) uint64 { return (n*width + 7) / 8 }

// newPacked is an array of n zeros.
func newPacked(n, width uint64) packed {
	return packed{make([]byte, packedBytes(n, width)+packedSlack), width, 1<<width - 1}
}

// at is number i and, above it, bits of those that follow.
func (p *packed) at(i uint64) uint64 {
	bit := i * p.width
	at := bit / 8
	return binary.LittleEndian.Uint64(p.bytes[at:at+8]) >> (bit % 8)
}

// fill makes number i, which is 0, that of the low bits of x.
func (p *packed) fill(i, x uint64) {
	bit := i * p.width
	at := p.bytes[bit/8:]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)|(x&p.mask)<<(bit%8))
}

// stored is what a file keeps of the array.
func (p *packed) stored() []byte { return p.bytes[:len(p.bytes)-packedSlack] }

// clean reports whether no bit is set behind the first n numbers.
func (p *packed) clean(n uint64) bool {
	used := n * p.width
	return used%8 == 0 || p.bytes[used/8]>>(used%8) == 0
}
