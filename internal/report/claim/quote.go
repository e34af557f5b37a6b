package claim

// Quote is the sentence that a claim judges, word for word in its language, with its place.
type Quote struct {
	Text  string // "[…]" stands for words that are left out
	Place string // a file of the source texts with its lines, "thesis-final.txt:283-284"; or a paper and its section
}

// Own is the place of a claim that no text makes: the sentence is this program's.
const Own = "this program"

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
