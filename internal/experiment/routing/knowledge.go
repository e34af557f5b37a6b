package routing

// knowledge is what a node knows of where things are, by what its neighbours told it.
type knowledge interface {
	// hold sets what the node itself has.
	hold(names []string)
	// message is what a neighbour is to know.
	message(to int) []byte
	// hear takes in what a neighbour told.
	hear(from int, message []byte) error
	// far is how many hops behind a neighbour a thing seems to be, 0 where it is with the
	// neighbour or where only the direction is known; false where it is not there.
	far(from int, name string) (hops int, ok bool)
	// fill is the share of bits that are set in what a neighbour told, by level; of −1 in
	// what the node itself tells. nil where there are no bits.
	fill(from int) []float64

	// difference is what turns a message into a later one, by patched.
	difference(before, after []byte) []byte
	patched(before, difference []byte) ([]byte, error)
}
