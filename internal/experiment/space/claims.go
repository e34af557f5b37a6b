package space

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Names of structures in the claims.
const (
	compaction = "hashcompaction"

	compactionLists = "hashcompaction-lists"

	bloom       = "bloom"
	independent = "bloom-independent"
	double      = "bloom-double"
	enhanced    = "bloom-enhanced"
	triple      = "bloom-triple"
	onehash     = "onehash"
	blocked     = "blocked"
	cuckoo      = "cuckoo"
	semisort    = "cuckoo-semisort"
	counting    = "counting"
	three       = "counting3"
	dleft       = "dleft"
	roaring     = "roaring"
	vicbf       = "vicbf"
	quotient    = "quotient"
	prefix      = "prefix"
	golomb      = "gcs"
	xor         = "xor"
	fuse        = "fuse"
	fuse4       = "fuse4"
	ribbon128   = "ribbon128"
	burr        = "burr"
	cascade     = "cascade"
	clubcard    = "clubcard"
	goMap       = "map"
	hashtable   = "hashtable"
	redblack    = "redblack"
	trie        = "trie"
	linearList  = "list"
	linkedList  = "linkedlist"
	sortedArray = "sortedarray"
)

// claims are those of the texts about sizes and rates, each source a family of its
// own. Construction failures are none of them: a run that has one ends.
func claims() []claim.Claim { return slices.Concat(article(), thesis(), papers(), theory()) }

// atOwnRate is the margin of the claim that one structure takes less space than
// another. Whole bits of a fingerprint give a lower rate than the one asked for,
// which counts in favour of a structure.
const atOwnRate = "each at the rate that it has: fewer bits for each of log2(1/ε measured), at every point from n = 10,000 on"

// ofOnePercent is the margin of a size at a rate of 1 %: a structure that is asked for
// that has another one.
const ofOnePercent = "asked for 1 %, log2(100) times the bits for each of log2(1/ε measured): "

// fullAtOwnRate is that of a comparison with a full table.
const fullAtOwnRate = "94 % of the entries taken; each at the rate that it has by theory: fewer bits for each of log2(1/ε), at every ε from 0.01 to 20 %"

// countersForBits is why a counting filter takes the times of a Bloom filter that it does.
const countersForBits = "it has a counter of 3 or 4 bits for each bit of the Bloom filter, and the same rate"

// article are the claims of the encyclopedia's article on Bloom filters. Sections
// are its headings.
func article() []claim.Claim {
	return claim.Of("article",
		claim.About(Overhead, "A1", "introduction", "a Bloom filter takes less than 10 bits per element at ε = 1 %, whatever the size of the set",
			ofOnePercent+"below 10 at every n", sizeWithin(bloom, nearRate(0.01), nothing, math.Nextafter(10, 0))).From(claim.Says("bloom-filter-article.txt:9",
			"se requieren menos de 10 bits por elemento para una probabilidad de falso positivo del 1%, independientemente del tamaño o la cantidad de elementos del conjunto")),
		claim.About(Overhead, "A2", "space and time", "at ε = 1 % a Bloom filter takes about 9.6 bits per element",
			ofOnePercent+"within 1 %, n from 10,000 on", sizeWithin(bloom, func(c claim.Cell) bool { return nearRate(0.01)(c) && c.Int(N) >= grown }, 9.6*0.99, 9.6*1.01)).From(claim.Says("bloom-filter-article.txt:33",
			"Un filtro Bloom con un error del 1% y un valor óptimo de k , en contraste, requiere solo alrededor de 9,6 bits por elemento")),
		claim.About(BitsPerKey, "A3", "space and time", "a tenth of the rate costs a Bloom filter about 4.8 bits per element",
			"within 2 %, of a tenth of the measured rate, n from 10,000 on, where that is known with a standard error of 2.5 %", tenfold).From(claim.Says("bloom-filter-article.txt:33",
			"La tasa de falsos positivos del 1% se puede reducir en un factor de diez añadiendo sólo unos 4,8 bits por elemento.")),
		claim.About(Overhead, "A4", "alternatives", "a Bloom filter takes 44 % more space than log2(1/ε)",
			"within 2 percentage points at every point from n = 10,000 on", overheadWithin(bloom, anyRate, 42, 46)).From(claim.Says("bloom-filter-article.txt:121",
			"los filtros Bloom utilizan un 44% más de espacio que una estructura de datos óptima equivalente")),
		claim.About(BitsPerKey, "A6", "alternatives", "a blocked Bloom filter takes about 32 % more space than a Bloom filter",
			"from 27 to 37 % at every point from n = 10,000 on", ratioWithin(blocked, bloom, anyRate, 1.27, 1.37)).From(claim.Says("bloom-filter-article.txt:129",
			"las variantes propuestas tienen el inconveniente de utilizar aproximadamente un 32% más de espacio que los filtros Bloom clásicos")),
		claim.About(BitsPerKey, "A7", "alternatives", "a Golomb-coded filter in blocks, their index included, takes close to log2(1/ε) bits per key",
			"at most 1.5 bits above it, which the code alone takes, at every point from n = 10,000 on", within{BitsPerKey, []string{golomb}, anyRate, nothing, 1.5, "over log2(1/ε)", "bits", func(c claim.Cell) float64 {
				return c.Mean() - math.Log2(1/epsilon(c))
			}}.test).From(claim.Ours()),
		claim.About(Overhead, "A8", "alternatives", "an xor filter takes less space than a Bloom filter", atOwnRate, leaner(xor, bloom, anyRate)).From(claim.Says("bloom-filter-article.txt:133",
			"un filtro que es más eficiente en el uso de la memoria ( bits por clave) y más rápido que los filtros Bloom o Cuckoo")),
		claim.About(BitsPerKey, "A9", "alternatives", "an xor filter takes less space than a cuckoo filter, its table being full",
			fullAtOwnRate, whenFull{a: xor, b: cuckoo, rates: to20(), ownRate: true}.test).From(claim.Says("bloom-filter-article.txt:133",
			"un filtro que es más eficiente en el uso de la memoria ( bits por clave) y más rápido que los filtros Bloom o Cuckoo")),
		claim.About(BitsPerKey, "A10", "counting filters", "counting filters take three to four times the space of Bloom filters",
			"3 bits and 4 bits a counter: from 2.95 to 4.05 times, at every point from n = 10,000 on", countingRatio).From(claim.Says("bloom-filter-article.txt:159",
			"El tamaño de los contadores suele ser de 3 o 4 bits. Por lo tanto, los filtros Bloom de conteo utilizan de 3 a 4 veces más espacio que los filtros Bloom estáticos.")).
			Constructed(countersForBits),
		claim.About(BitsPerKey, "A11", "counting filters", "the structure of Fan et al. 2014, a cuckoo filter, takes less space than a static Bloom filter, its table being full",
			fullAtOwnRate, whenFull{a: cuckoo, b: bloom, rates: to20(), ownRate: true}.test).From(claim.Says("bloom-filter-article.txt:159",
			"las estructuras de datos de Pagh, Pagh y Rao (2005) y Fan et al. (2014) también permiten eliminaciones, pero utilizan menos espacio que un filtro Bloom estático")),
		claim.About(Overhead, "A12", "counting filters", "a d-left counting filter takes about half the space of a counting filter, or less",
			"each at the rate that it has: at most 0.6 of the bits for each of log2(1/ε measured), at every point from n = 10,000 on",
			leanWithin(dleft, counting, anyRate, nothing, 0.6)).From(claim.Says("bloom-filter-article.txt:163",
			"una estructura de datos basada en el hash d-left que es funcionalmente equivalente pero que utiliza aproximadamente la mitad de espacio que los filtros Bloom de conteo")),
		claim.About(Overhead, "A13", "counting filters", "variable increments give a much lower rate than a counting filter of the same size",
			"a tenth less bits for each of log2(1/ε measured), at every point from n = 10,000 on", leanerBy(vicbf, counting, anyRate, 0.9)).From(claim.Says("bloom-filter-article.txt:167",
			"un nuevo método general basado en incrementos de variables que mejora significativamente la probabilidad de falsos positivos de contar filtros Bloom y sus variantes")),
		claim.About(BitsSet, "A14", "space and time", "with well-chosen k and m about half of the bits of a Bloom filter are set",
			"from 40 to 60 %, at every point", within{BitsSet, []string{bloom}, anywhere, 0.4, 0.6, "share of the bits set", "", claim.Cell.Mean}.test).From(claim.Says("bloom-filter-article.txt:39",
			"si los parámetros ( k y m ) se eligen bien, aproximadamente la mitad de los bits se establecerán")),
		claim.About(BitsPerKey, "A15", "space and time", "with k = 1 a low rate needs a very large array with few bits set",
			"for ε up to 5 % more than twice the Bloom filter's bits, and no more than 6 % of them set (by the measured rate)", sparse).From(claim.Says("bloom-filter-article.txt:39",
			"Si k = 1 , entonces para mantener la tasa de falsos positivos suficientemente baja, se debe establecer una pequeña fracción de bits, lo que significa que la matriz debe ser muy grande y contener largas series de ceros.")).
			Constructed("of one hash function the rate is the share of bits that are set, and m is computed from it"),
		claim.About(Rate, "A16", "optimal k", "the rate is at most Goel and Gupta's bound (1 − e^(−k(n + 0.5)/(m − 1)))^k",
			"no 99.9 % interval over hash functions lies above it, at any point", func(d *claim.Data) claim.Outcome {
				return notAbove(d, []string{bloom}, "measured / bound", goelGupta, goelGupta)
			}).From(claim.Says("bloom-filter-article.txt:93-95",
			"la probabilidad de falsos positivos para un filtro Bloom finito con m bits ( ), n elementos y k funciones hash es como máximo […] la fórmula aproximada se puede aplicar con una penalización de, como máximo, medio elemento adicional y, como máximo, un bit menos")).
			Constructed("a bound that is proved: a rate above it would be an error of the count or of the hash functions"),
		claim.About(Rate, "A17", "probability", "the exact formula of the rate, over the numbers of bits that may be set, holds",
			"it is within the 99.9 % interval of the mean over hash functions", func(d *claim.Data) claim.Outcome { return follows(d, bloom) }).From(claim.Says("bloom-filter-article.txt:61-63",
			"La probabilidad real de un falso positivo, sin asumir independencia, es […] donde las llaves denotan números de Stirling del segundo tipo")).
			Constructed("a theorem on independent positions: a rate off it would be an error of the count or of the hash functions"),
		claim.About(Overhead, "A18", "alternatives", "no structure measured takes less than log2(1/ε) bits per key",
			"at most 1 % below, of the rate that it has, at every point from n = 10,000 on", noneBelow(-0.01)).From(claim.Says("bloom-filter-article.txt:121",
			"el espacio que es estrictamente necesario para cualquier estructura de datos que desempeñe el mismo papel que un filtro Bloom es solo por clave")).
			Constructed("a bound that is proved for every structure: one below it would be an error of the count"),
		claim.About(metric.FalsePositives, "A19", "finite universe", "a cascade of Bloom filters gives only true answers in its universe",
			"no element of the universe admitted, no key denied", exactInUniverse).From(claim.Says("bloom-filter-article.txt:149",
			"este procedimiento da como resultado una cascada finita de filtros Bloom que (en este dominio finito y cerrado) producirán solo verdaderos positivos y verdaderos negativos")).
			Constructed("levels are added until none of the universe is admitted, and a denied key ends the run"),
		claim.About(BitsSet, "A20", "number of elements", "the number of elements of a Bloom filter is about −(m/k)·ln(1 − X/m), X bits being set",
			"the mean over hash functions within 1 % of it, at every point of 1,000 elements or more", estimates(estimate{[]runfolder.Metric{BitsSet}, func(n int) float64 { return float64(n) }, first}, 0.01)).From(claim.Says("bloom-filter-article.txt:99-101",
			"La cantidad de elementos en un filtro Bloom se puede aproximar con la siguiente fórmula: […] m es la longitud (tamaño) del filtro, k es el número de funciones hash y X es el número de bits establecidos en uno.")),
		claim.About(SetUnion, "A21", "union and intersection", "the size of the union of two sets is estimated from the bits set in either of their filters",
			"the mean over hash functions within 1 % of it, two sets that share half of their elements", estimates(estimate{[]runfolder.Metric{SetUnion}, func(n int) float64 { return float64(2*n - n/2) }, first}, 0.01)).From(claim.Says("bloom-filter-article.txt:105-111",
			"Los filtros Bloom se pueden utilizar para aproximar el tamaño de la intersección y la unión de dos conjuntos. […] El tamaño de su unión se puede estimar como […] donde es el número de bits establecido en uno en cualquiera de los dos filtros Bloom.")),
		claim.About(SetUnion, "A22", "union and intersection", "the size of the intersection is estimated from the three other estimates",
			"the mean over hash functions within 2 % of it, two sets that share half of their elements", estimates(estimate{[]runfolder.Metric{BitsSet, SetSecond, SetUnion}, func(n int) float64 { return float64(n / 2) },
				func(keys []float64) float64 { return keys[0] + keys[1] - keys[2] }}, 0.02)).From(claim.Says("bloom-filter-article.txt:111-113",
			"la intersección se puede estimar como […] utilizando las tres fórmulas juntas")),
		claim.About(WrongTurns, "A23", "counting filters", "the rate of a counting filter with a threshold falls from k = 1 to a best k, which depends on the threshold, and rises beyond it",
			"thresholds 1, 2, 3 and k = 1 … 16: no step of k goes the other way, and the best k rises with the threshold", thresholdValley).From(claim.Says("bloom-filter-article.txt:169",
			"el falso positivo del filtro Bloom de conteo disminuye desde k = 1 hasta un punto definido , y aumenta desde hasta el infinito positivo, y encuentra una función del umbral de conteo")),
		claim.About(metric.FalsePositives, "A24", "finite universe", "the filter of Kiss et al. 2018 has no false positives in a finite universe, up to a number of elements",
			"no wrong answer about any number of the universe", freeOfFalsePositives).From(claim.Says("bloom-filter-article.txt:147",
			"una nueva construcción para el filtro Bloom que evita los falsos positivos […] El tamaño máximo del conjunto para el que se evitan por completo los falsos positivos es una función del tamaño del universo y está controlado por la cantidad de memoria asignada.")).
			Constructed("the product of the primes is chosen so that no other number has the remainders of so many elements"),
		claim.About(BitsSet, "A25", "probability", "the number of zeros is strongly concentrated: λ or more from its mean with a probability of 2·e^(−2λ²/(kn)) at most",
			"so many filters further off than that gives one in 2, 10 and 100 come by chance with 1 % or more", concentrated).From(claim.Says("bloom-filter-article.txt:69",
			"Es posible demostrar, sin el supuesto de independencia, que q está muy fuertemente concentrado alrededor de su valor esperado.")),
		claim.About(Rate, "A26", "algorithm description", "double, enhanced double and triple hashing, whose positions are not independent, raise the rate negligibly",
			"no 99.9 % interval over hash functions lies more than 5 % above the mean of independent positions, n from 10,000 on, where the rate is known with a standard error of 2.5 %", relaxed).From(claim.Says("bloom-filter-article.txt:21",
			"Para valores m y/o k mayores , la independencia entre las funciones hash se puede relajar con un aumento insignificante en la tasa de falsos positivos.")),
		claim.About(HeldPerKey, "A27", "space and time", "a Bloom filter of 10,000 keys or more takes at most half of the memory of each of the exact structures of the text that are measured beside it",
			"no structure of the run from among red-black tree, trie, map, hash table, arrays and linked list, which the verdict names, holds less than twice as much, at every n from 10,000 on and every ε measured there", halfOfDictionaries).From(claim.Says("bloom-filter-article.txt:33",
			"los filtros Bloom tienen una ventaja sustancial de espacio sobre otras estructuras de datos para representar conjuntos, como árboles de búsqueda binarios autoequilibrados , tries , tablas hash o matrices simples o listas enlazadas de las entradas")),
		claim.About(BitsPerKey, "A28", "space and time", "of a million numbers, half of them in the set, a bit array without errors takes fewer bits than a Bloom filter",
			"at every n and ε", bitArrayIsSmaller(2, anyRate)).From(claim.Says("bloom-filter-article.txt:35",
			"si el número de valores potenciales es pequeño y muchos de ellos pueden estar en el conjunto, el filtro Bloom es superado fácilmente por la matriz de bits determinista , que requiere solo un bit para cada elemento potencial")).
			Constructed("arithmetic: 2 bits for a key against 1.44·log2(1/ε), 3.3 of them at ε = 20 %, the largest by default"),
		claim.About(BitsPerKey, "A29", "space and time", "with one number in ten in the set a bit array still takes fewer bits than a Bloom filter of 1 %",
			"at every n with ε = 1 %; arithmetic refutes it: 10 bits for a key against 9.6", bitArrayIsSmaller(10, func(c claim.Cell) bool { return c.Label(axis.Eps) == "1" })).From(claim.Says("bloom-filter-article.txt:35",
			"si el número de valores potenciales es pequeño y muchos de ellos pueden estar en el conjunto, el filtro Bloom es superado fácilmente por la matriz de bits determinista , que requiere solo un bit para cada elemento potencial")),
	)
}

// theory are the claims of this program about its own structures.
func theory() []claim.Claim {
	return claim.Of("theory",
		claim.About(Rate, "R1", "all structures", "every structure measured has the false-positive rate that its theory gives",
			"the theory of the parameters really used is within the 99.9 % interval of the mean over hash functions", func(d *claim.Data) claim.Outcome { return follows(d, d.Meta.Filters...) }).From(claim.Ours()),
		claim.About(Rate, "R2", "all structures", "every structure measured holds the rate that was asked for",
			"no 99.9 % interval over hash functions lies more than 5 % above it, at any point, nor does the rate by theory at ε = 1, 2 … 20 % and n = 100,000", holdsAsked).From(claim.Ours()),
	)
}

// thesis are the claims of the thesis's chapters 2 to 4 about sizes that need
// other structures or numbers of keys than its experiment has.
func thesis() []claim.Claim {
	return claim.Of("thesis space",
		claim.About(Overhead, "TS3", "4", "a counting Bloom filter needs additional space for the rate of a Bloom filter", atOwnRate, leaner(bloom, counting, anyRate)).From(claim.Says("thesis-final.txt:585-588",
			"Há outras alternativas para os Bloom filters que permitem remoções de elementos (como os counting Bloom filters e quotient filters), mas que em contrapartida podem demandar espaço adicional para que se obtenha a mesma razão de falsos positivos de um Bloom filter tradicional.")).
			Constructed(countersForBits),
		claim.About(Overhead, "TS4", "4", "a quotient filter can need additional space for the rate of a Bloom filter",
			"at one point at least from n = 10,000 on, each at the rate that it has", sometimes(quotient, bloom, anyRate)).From(claim.Says("thesis-final.txt:585-588",
			"Há outras alternativas para os Bloom filters que permitem remoções de elementos (como os counting Bloom filters e quotient filters), mas que em contrapartida podem demandar espaço adicional para que se obtenha a mesma razão de falsos positivos de um Bloom filter tradicional.")),
		claim.About(BitsPerKey, "TS5", "2.1.2", "an exact dictionary of n of u words takes at most log2 C(u, n) bits",
			"no exact structure of the thesis's keys takes more", informationBound).From(claim.Says("thesis-final.txt:179-186",
			"a memória necessária, em bits, para representar computacionalmente todos os possíveis conjuntos S é limitada superiormente por log2 (u n) = n log2 u/n + Θ(n)")),
		claim.About(Overhead, "TS6", "4", "a cuckoo filter, from which keys can be removed, takes less space than a counting Bloom filter of its rate (that removal takes none: C7)", atOwnRate, leaner(cuckoo, counting, anyRate)).From(claim.Says("thesis-final.txt:582-583",
			"o que permite que elementos sejam removidos sem que seja necessário usar espaço adicional, como ocorre nos counting Bloom filters")),
		claim.About(Overhead, "TS7", "3.3", "a Bloom filter of rate ε needs at least log2 e · log2(1/ε) bits per key",
			"1 percentage point less at no point from n = 10,000 on, of the rate that it has", noneBelow(bloomOverhead-0.01, bloom)).From(claim.Says("thesis-final.txt:431-439",
			"obtém-se um limite inferior para o o comprimento do vetor de bits de modo que a razão de falsos positivos não ultrapasse ε. É necessário que m atenda a desigualdade […] n log2 e ⋅ log2 (1/ε)")).
			Constructed("a theorem: a filter below would be an error of the count"),
		claim.About(HeldPerKey, "TS8", "2.1", "a dictionary takes space in proportion to the number of its elements",
			"the bits per key that each exact structure of the text holds, which the verdict names, differ by at most a factor of two, over n from 10,000 (of lists and arrays 100) to 100 times the least n", proportional(append(dictionaries(), sequences()...)...)).From(claim.Says("thesis-final.txt:120-121",
			"um dicionário provê respostas determinísticas para testes de membresia ao custo de consumo de espaço Θ(n)")),
		claim.About(Rate, "TS9", "3.2", "at the best k the rate of a Bloom filter is about 0.6185^(m/n)",
			"within 5 % at every point from n = 10,000 on at which it is known with a standard error of 2.5 %", within{Rate, []string{bloom}, func(c claim.Cell) bool { return anyRate(c) && wellKnown(c) }, 0.95, 1.05, "measured / 0.6185^(m/n)", "×", func(c claim.Cell) float64 {
				return c.Mean() * math.Exp2(c.Of(BitsPerKey).Mean()*math.Ln2)
			}}.test).From(claim.Says("thesis-final.txt:394-397",
			"Obtém-se que um mínimo global para essa função ocorre com k = ln 2 ⋅ (m/n) de modo que, nesse caso, f(k) = (1/2)^k ≈ (0.6185)^m/n.")),
		claim.About(BitsSet, "TS10", "3.2", "of the bits of a Bloom filter a share of about e^(−kn/m) stays 0",
			"within 1 % of it at every point from n = 10,000 on", within{BitsSet, []string{bloom}, anyRate, 0.99, 1.01, "zeros / e^(−kn/m)", "×", func(c claim.Cell) float64 {
				m, k := shape(c)
				return (1 - c.Mean()) * math.Exp(k*float64(c.Int(N))/m)
			}}.test).From(claim.Says("thesis-final.txt:368-380",
			"seja p′ a probabilidade de que um dado bit do vetor esteja zerado […] Tome p = e^−kn/m uma aproximação para p′")),
		claim.About(BestProbes, "TS11", "3.2", "in a Bloom filter of four bits per key the rate is least at k = (m/n)·ln 2, 2.77; other m/n are not asked",
			"the best whole k differs by less than 1", bestProbes).From(claim.Says("thesis-final.txt:394",
			"Obtém-se que um mínimo global para essa função ocorre com k = ln 2 ⋅ (m/n)")),
		claim.About(BitsPerKey, "TS12", "4", "in many applications a cuckoo filter takes less space than a Bloom filter if ε < 3 %, its table being full",
			"94 % of the entries taken; many: more than a quarter of the nine ε from 0.01 to 2.9 % that T10 asks", whenFull{a: cuckoo, b: bloom, rates: below3(), many: true}.test).From(claim.Says("thesis-final.txt:602-603",
			"Usa menos espaço que os Bloom filters em muitas aplicações práticas se a razão de falsos positivos ε alvo é menor que 3%.")),
		claim.About(BitsPerKey, "TS13", "4", "in many applications a cuckoo filter with sorted buckets takes less space than a Bloom filter if ε < 3 %, its table being full",
			"94 % of the entries taken; many: more than a quarter of the nine ε from 0.01 to 2.9 % that T10 asks", whenFull{a: semisort, b: bloom, rates: below3(), many: true}.test).From(claim.Says("thesis-final.txt:602-603",
			"Usa menos espaço que os Bloom filters em muitas aplicações práticas se a razão de falsos positivos ε alvo é menor que 3%.")),
		claim.About(Rate, "TS14", "2.1.3", "the false-positive rate of hash compaction to l bits is at most 2^−l",
			"1 % of 2^−l, at every point; arithmetic refutes it: a negative meets n codes", compactionRate).From(claim.Says("thesis-final.txt:255-261",
			"Assumindo que cada bit (0 ou 1) seja escolhido com probabilidade 1/2 pela função de hashing H(x), então é evidente que ε ≤ 1/2^k (pois há 2^k distintas representações comprimidas representáveis).")),
		claim.About(HeldPerKey, "TS15", "2.1.3", "hash compaction in linked lists takes space in proportion to the number of elements; codes of l bits are longer for more elements, as l = log2(n/ε)",
			"the bits per key held differ by at most a factor of two at each ε, over n from 100 or more to 100 times that at least", proportional(compactionLists)).From(claim.Says("thesis-final.txt:201-202",
			"viabiliza uma relação linear entre o número de elementos do conjunto e o espaço consumido pela estrutura")),
	)
}

// papers are the headline figures of the papers on the structures, in the words of
// their abstracts.
func papers() []claim.Claim {
	large := func(c claim.Cell) bool { return anyRate(c) && c.Int(N) >= workload.Million }
	low := func(c claim.Cell) bool { return anyRate(c) && epsilon(c) < 0.01+tiny } // as the prefix filter's paper
	// There a universe of negatives is ten times the set or more.
	small := func(c claim.Cell) bool { return epsilon(c) == 0 && c.Int(N) >= 1000 && c.Int(N) <= leastNegatives/10 }
	return claim.Of("papers",
		claim.About(Overhead, "P1", "Graf and Lemire 2020", "an xor filter takes 1.23·log2(1/ε) bits per key",
			"from 20 to 26 % over log2(1/ε measured), n from 10,000 on", overheadWithin(xor, anyRate, 20, 26)).From(claim.After("Graf and Lemire 2022, abstract, of their filter of 2020")),
		claim.About(Overhead, "P2", "Graf and Lemire 2022", "a binary fuse filter is within 13 % of the lower bound",
			"half a percentage point, n from 1,000,000 on", overheadWithin(fuse, large, nothing, 13.5)).From(claim.After("Graf and Lemire 2022, abstract")),
		claim.About(Overhead, "P3", "Graf and Lemire 2022", "a 4-wise binary fuse filter is within 8 % of the lower bound",
			"half a percentage point, n from 1,000,000 on", overheadWithin(fuse4, large, nothing, 8.5)).From(claim.After("Graf and Lemire 2022, abstract")),
		claim.About(Overhead, "P4", "Dillinger and Walzer 2021", "a ribbon filter can be within 10 % of the lower bound",
			"of width 128, at every point from n = 10,000 on", overheadWithin(ribbon128, anyRate, nothing, 10)).From(claim.After("Dillinger and Walzer 2021, abstract")),
		claim.About(BitsPerKey, "P5", "Dillinger et al. 2022", "bumped ribbon retrieval of r bits is well below 1 % over the lower bound, r bits per key",
			"below 1 %, r being the mean over its blocks, n from 1,000,000 on", within{BitsPerKey, []string{burr}, large, nothing, math.Nextafter(1, 0), "bits of " + burr + " over r", "%", func(c claim.Cell) float64 {
				return 100 * (c.Mean()/planParam(c, "r") - 1)
			}}.test).From(claim.After("Dillinger et al. 2022, abstract")),
		claim.About(Overhead, "P6", "Even, Even and Morrison 2022", "a prefix filter is more space-efficient than a Bloom filter",
			"for ε up to 1 %; "+atOwnRate, leaner(prefix, bloom, low)).From(claim.After("Even, Even and Morrison 2022, abstract")),
		claim.About(Overhead, "P7", "Even, Even and Morrison 2022", "a prefix filter takes about the space of a quotient filter, which deletes",
			"for ε up to 1 % within 15 % of the quotient filter's bits for each of log2(1/ε measured), n from 10,000 on",
			leanWithin(prefix, quotient, low, 0.85, 1.15)).From(claim.After("Even, Even and Morrison 2022, abstract")),
		claim.About(BitsPerKey, "P8", "Schanck 2025", "a clubcard takes less space than a cascade",
			"n from 1,000 to a tenth of the universe (the paper's 54 % less are of certificates by issuer)",
			ratioWithin(clubcard, cascade, small, nothing, math.Nextafter(1, 0))).From(claim.After("Schanck 2025, abstract")),
		claim.About(FullAt, "P9", "Fan et al. 2014, 5.1", "buckets of 1, 2, 4 and 8 entries let a cuckoo table be filled to 50, 84, 95 and 98 %",
			"no lower on average, and higher by 5 percentage points at most; after 500 relocations a key is refused", filledTo).From(claim.After("Fan et al. 2014, 5.1")),
		claim.About(Overhead, "P10", "RocksDB 2021, of ribbon", "a ribbon filter saves about 30 % of a Bloom filter's space",
			"of width 128, from 25 to 35 % less bits for each of log2(1/ε measured), at every point from n = 10,000 on", leanWithin(ribbon128, bloom, anyRate, 0.65, 0.75)).From(claim.After("RocksDB 2021, of the ribbon filter")),
	)
}
