package claim

// Quote is the sentence that a claim judges, word for word in its language, with its place.
type Quote struct {
	Text  string // "[…]" stands for words that are left out
	Place string // a file of the source texts with its lines, "thesis-final.txt:283-284"; or a paper and its section
}

// Own is the place of a claim that no text makes: the sentence is this program's.
const Own = "this program"

// Says is a sentence of a text, at its place.
func Says(place, text string) Quote { return Quote{Text: text, Place: place} }

// After is a sentence of a paper in this program's words.
func After(paper string) Quote { return Quote{Place: paper} }

// Ours is the sentence of a claim that no text makes.
func Ours() Quote { return Quote{Place: Own} }

// String is the sentence in quotation marks with its place; else whose it is.
func (q Quote) String() string {
	switch {
	case q.Text != "":
		return "“" + q.Text + "” (" + q.Place + ")"
	case q.Place == "" || q.Place == Own:
		return q.Place
	}
	return "after " + q.Place
}

// From is the claim with the sentence that it judges.
func (c Claim) From(q Quote) Claim {
	c.Quote = q
	return c
}

// Constructed is the claim where no run can contradict it, for that reason: its verdict is
// "by construction".
func (c Claim) Constructed(why string) Claim {
	c.CannotFail = why
	return c
}
