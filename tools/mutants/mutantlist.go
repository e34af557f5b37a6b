package main

import "slices"

// mutants are all errors. Each is one that a developer might make, in the place
// where the number or the promise is made.
func mutants() []mutant {
	return slices.Concat(claims(), furtherClaims(), measuring(), statistics(), runFolders(), reports(), keeping(), filters(), stores(), selecting(), choosing(), planted(), plantedAnew(), plantedThird(), plantedFourth(), plantedFifth(), plantedSixth())
}
