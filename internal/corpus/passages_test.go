package corpus

import "testing"

// The verses of the King James Bible are those that it is known to have.
func TestPassages(t *testing.T) {
	p, err := LoadPassages("")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(p.Words); n != 31_102 {
		t.Errorf("%d verses, want 31,102", n)
	}
	if p.Words[0].Len() != 10 || p.Words[0].At(0) != "in" || p.Words[0].At(9) != "earth" {
		t.Errorf("the first verse is %v", p.Words[0].All())
	}
	if n := p.Words[1].Len(); n != 29 || p.Words[1].At(n-1) != "waters" { // of several lines
		t.Errorf("the second verse is %v", p.Words[1].All())
	}
	last := p.Words[len(p.Words)-1].All()
	if last[0] != "the" || last[len(last)-1] != "amen" {
		t.Errorf("the last verse is %v", last)
	}
}
