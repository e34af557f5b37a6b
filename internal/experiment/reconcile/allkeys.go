package reconcile

// sendAll sends all keys of A, and with takeAll B looks which it has: what every other
// method is to beat.
func sendAll(p *peer) (outcome, error) { return outcome{}, p.sendKeys(p.keys) }

func takeAll(p *peer) (a outcome, err error) {
	keys, err := p.receiveKeys()
	if err != nil {
		return a, err
	}
	have, lack := p.split(keys)
	if a.theirs = lack; p.task == taskIntersection {
		a.theirs = have
	}
	return a, nil
}
