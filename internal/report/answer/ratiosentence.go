package answer

// Say is a ratio in words, for other outputs than a screen: "cuckoo 1.025 ± 0.003
// times faster than bloom".
func (a *Answer) Say(r Ratio) string { return a.sentence(r) }
