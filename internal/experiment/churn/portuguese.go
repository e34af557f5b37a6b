package churn

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"churn":                                  "renovações",
		"false negatives by theory":              "falsos negativos pela teoria",
		"insertions refused":                     "inserções recusadas",
		"one deletion":                           "uma remoção",
		"one insertion":                          "uma inserção",
		"Left out, since they cannot delete: *.": "Omitidas, pois não removem: *.",
	}
}
