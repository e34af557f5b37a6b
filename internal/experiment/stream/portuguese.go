package stream

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"stream": "fluxo", "window": "janela", "inserted": "inseridos", "room": "espaço",
		"*/element": "*/elemento", "elements": "elementos",

		"bits an element of the window":                       "bits por elemento da janela",
		"bits of the state":                                   "bits do estado",
		"called seen and not of the window":                   "ditos vistos e fora da janela",
		"new and called seen":                                 "novos e ditos vistos",
		"false-positive rate at most":                         "razão máxima de falsos positivos",
		"of the window and called new":                        "da janela e ditos novos",
		"of the window and called new, by theory":             "da janela e ditos novos, pela teoria",
		"false positives and false negatives together":        "falsos positivos e falsos negativos somados",
		"both errors at least, by the article":                "soma mínima dos erros, segundo o artigo",
		"bits an element that both errors take at least":      "bits por elemento que os dois erros exigem",
		"called seen and not of the window, along the stream": "ditos vistos e fora da janela, ao longo do fluxo",
		"of the window and called new, along the stream":      "da janela e ditos novos, ao longo do fluxo",
		"empty cells":                                             "células vazias",
		"empty cells in the limit, by theory":                     "células vazias no limite, pela teoria",
		"elements after which half are forgotten":                 "elementos após os quais metade está esquecida",
		"elements after which half are forgotten, by the article": "elementos após os quais metade está esquecida, segundo o artigo",
		"remembered and of the window":                            "lembrados e da janela",
		"one element":                                             "um elemento",

		"exact window":                                         "janela exata",
		"buffer of the last codes":                             "buffer dos últimos códigos",
		"Bloom filter that never forgets":                      "Bloom filter que nunca esquece",
		"double-buffered Bloom filter":                         "Bloom filter de dois buffers",
		"aging Bloom filter with two buffers":                  "Bloom filter com envelhecimento, de dois buffers",
		"age-partitioned Bloom filter":                         "Bloom filter particionado por idade",
		"stable Bloom filter":                                  "Bloom filter estável",
		"decaying Bloom filter":                                "Bloom filter com decaimento",
		"generalised Bloom filter":                             "Bloom filter generalizado",
		"roll call of the letters":                             "chamada das letras",
		"a bit for every second letter":                        "um bit a cada duas letras",
		"a bit for every second letter, cleared once a window": "um bit a cada duas letras, apagados uma vez por janela",
		"signs by majority":                                    "sinais por maioria",

		"Left out: windows of * elements of a text of * words, which are fewer than * windows.": "Omitidas: janelas de * elementos de um texto de * palavras, que são menos de * janelas.",
	}
}
