package fbl

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"mean of the estimates":                                              "média das estimativas",
		"standard deviation of the estimates":                                "desvio padrão das estimativas",
		"mean squared error of the estimates":                                "erro quadrático médio das estimativas",
		"share of bits that are 1":                                           "fração de bits a 1",
		"share of cells that are not 0":                                      "fração de células diferentes de 0",
		"share of estimates with a larger code than the element's own":       "fração de estimativas com código maior que o do próprio elemento",
		"largest error of quantisation alone":                                "maior erro da quantização apenas",
		"cells and answers that differ from a Bloom filter's, all c being 1": "células e respostas que diferem das de um Bloom filter, com todo c igual a 1",
		"elements at which an occupancy by bits is reached":                  "elementos com que se atinge uma ocupação por bits",
		"elements at which an occupancy by cells is reached":                 "elementos com que se atinge uma ocupação por células",
		"quantisation": "quantização",
		"occupancy":    "ocupação",
		"floor":        "truncado",
		"round":        "arredondado",
		"ceiling":      "para cima",
		"none":         "nenhuma",
	}
}
