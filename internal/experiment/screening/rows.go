package screening

// rows are signatures one after the other, row-wise: a search reads them all.
type rows struct {
	scheme
	signatures []uint64 // words() for each document
	docs       int
}

func newRows(d *documents, s scheme) *rows {
	r := &rows{scheme: s, signatures: make([]uint64, s.words()*d.list.Len()), docs: d.list.Len()}
	at := r.signatures
	for word := range d.list.Each() {
		s.sign(at[:s.words()], word)
		at = at[s.words():]
	}
	return r
}

// candidates are the documents whose signatures have all bits of the text's.
func (r *rows) candidates(dst []uint32, text string) []uint32 {
	words := r.words()
	wanted := make([]uint64, words)
	r.sign(wanted, text)
	if words == 1 {
		for i, signature := range r.signatures {
			if signature&wanted[0] == wanted[0] {
				dst = append(dst, uint32(i))
			}
		}
		return dst
	}
next:
	for i := range r.docs {
		for j, signature := range r.signatures[i*words : (i+1)*words] {
			if signature&wanted[j] != wanted[j] {
				continue next
			}
		}
		dst = append(dst, uint32(i))
	}
	return dst
}

func (r *rows) exact() bool  { return false }
func (r *rows) bits() uint64 { return uint64(r.docs) * uint64(r.scheme.bits) }
