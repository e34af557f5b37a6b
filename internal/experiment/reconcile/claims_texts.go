package reconcile

import "hyphbench/internal/report/claim"

// thesisClaims are the sentences of sections 3.5.3 and 3.5.4.
func thesisClaims() []claim.Claim {
	half := func(p place) bool { return p.task == taskDifference && p.d <= p.n }
	both := func(p place) bool { return p.task == taskIntersection }
	return claim.Of("thesis reconcile",
		claim.Claim{
			ID: "RC1", Section: "3.5.3", Metric: Bytes,
			Statement: "for the difference a Bloom filter and the keys that it lacks are fewer bytes than a copy of all keys",
			Margin:    "at every n, d and ε of the run at which half of the keys or more are in both sets", Test: fewer(bloom, allKeys, half),
		},
		claim.Claim{
			ID: "RC2", Section: "3.5.3", Metric: Missing,
			Statement: "keys of S_A − S_B that are false positives are not sent, and no others",
			Margin:    "where 20 are expected or more, as many as ε says within 10 % or three standard errors", Test: byTheory(Missing),
		},
		claim.Claim{
			ID: "RC3", Section: "3.5.4", Metric: Bytes,
			Statement: "for the intersection a Bloom filter and the keys that it admits are fewer bytes than a copy of all keys",
			Margin:    "at every n, d and ε of the run", Test: fewer(bloom, allKeys, both),
		},
		claim.Claim{
			ID: "RC4", Section: "3.5.4", Metric: Extra,
			Statement: "false positives are sent too, and B is left with the intersection when it tests what it receives",
			Margin:    "where 20 are expected or more, as many as ε says within 10 % or three standard errors; a wrong intersection ends the run", Test: byTheory(Extra),
		},
	)
}

// articleClaims are the sentences on data synchronization.
func articleClaims() []claim.Claim {
	small := func(p place) bool { return p.epsilon == eightBits && p.task == taskDifference }
	const tenth = 0.10
	return claim.Of("article",
		claim.Claim{
			ID: "RC5", Section: "data synchronization", Metric: Missing,
			Statement: "Bloom filters synchronise sets approximately: a reconciliation tree of them finds most of the difference",
			Margin:    "nine tenths or more, at 8 bits a key", Test: found(tree, claim.Above(1-tenth), small),
		},
		claim.Claim{
			ID: "RC6", Section: "data synchronization", Metric: Off,
			Statement: "counting filters approximate the number of differences of two sets",
			Margin:    "a mean error below 10 % at every d", Test: everywhere(counters, Off, claim.Below(tenth), "%", 100, func(place) bool { return true }),
		},
	)
}
