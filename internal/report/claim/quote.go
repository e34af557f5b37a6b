package claim

// Quote is the sentence that a claim judges, word for word in its language, with its place.
type Quote struct {
	Text  string // "[…]" stands for words that are left out
	Place string // a file of the source texts with its lines, "thesis-final.txt:283-284"; or a paper and its section
}

// Own is the place of a claim that no text makes: the sentence is this program's.
const Own = "this program"

// String is the sentence in quotation marks with its place; the place alone of this
// program's own claims.
func (q Quote) String() string {
	switch {
	case q.Text == "" && q.Place == "":
		return ""
	case q.Text == "":
		return "no quotation: a claim of " + q.Place
	}
	return "“" + q.Text + "” (" + q.Place + ")"
}

// Quoting is the claim with the sentence that it judges.
func (c Claim) Quoting(place, text string) Claim {
	c.Quote = Quote{Text: text, Place: place}
	return c
}

// OwnClaims are claims of this program, which quote nobody.
func OwnClaims(claims ...Claim) []Claim {
	for i := range claims {
		claims[i].Quote = Quote{Place: Own}
	}
	return claims
}

// Constructed is the claim where no run can contradict it, for that reason: its verdict is
// "by construction".
func (c Claim) Constructed(why string) Claim {
	c.CannotFail = why
	return c
}
