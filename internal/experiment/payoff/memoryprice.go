package payoff

import (
	"fmt"
	"strconv"
	"strings"

	"hyphbench/internal/payoff"
)

// memoryPrice is --memory-price: a share, or two prices divided.
type memoryPrice struct {
	text  string
	value payoff.Price
}

// dillinger is the price of his example.
func dillinger() (p memoryPrice) {
	_ = p.Set(fmt.Sprintf("%v/%v", payoff.DillingerGiB, payoff.DillingerThread)) // that it parses is tested
	return p
}

func (p *memoryPrice) String() string { return p.text }
func (p *memoryPrice) Type() string   { return "share" }
func (p *memoryPrice) Set(text string) error {
	gib, thread, divided := strings.Cut(text, "/")
	if !divided {
		thread = "1"
	}
	a, err := strconv.ParseFloat(gib, 64)
	if err != nil || !(a > 0) {
		return fmt.Errorf("%q is not a price above 0: want a price such as 8/30 or 0.2", gib)
	}
	b, err := strconv.ParseFloat(thread, 64)
	if err != nil || !(b > 0) {
		return fmt.Errorf("%q is not a price above 0: want a price such as 8/30 or 0.2", thread)
	}
	p.text, p.value = text, payoff.PriceOf(a, b)
	return nil
}
