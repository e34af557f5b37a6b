package lookup

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/workload"
)

// Names of structures in the claims.
const (
	goMap       = "map"
	hashtable   = "hashtable"
	cuckootable = "cuckootable"
	randomTable = "cuckootable-random"
	linearList  = "list"
	linkedList  = "linkedlist"
	sortedArray = "sortedarray"
	bloom       = "bloom"
	blocked     = "blocked"
	splitblock  = "splitblock"
	register    = "register"
	cuckoo      = "cuckoo"
	counting    = "counting"
	quotient    = "quotient"
	prefix      = "prefix"
	xor         = "xor"
	fuse        = "fuse"
	ribbon      = "ribbon"
)

// leastEffect is the smallest effect of interest of a time, a share of it. A smaller
// one counts as none.
const leastEffect = 0.01

// levelMargin is the largest change of a number of steps that counts as none between the
// smallest set and another one.
const levelMargin = 0.10

const (
	byKeys    = "1 % or more at most n"
	byRates   = "1 % or more at most ε"
	sameSteps = "within 10 % of those at the smallest n, at every n, as counted on average; the time stands beside"
	pastCache = workload.Million // from here on a Bloom filter at 1 % has left a cache of 1 MB
)

// claims are those of the texts about time, in the order of the texts, each source a
// family of its own.
func claims() []claim.Claim {
	constant := claim.Says("bloom-filter-article.txt:37",
		"el tiempo necesario para agregar elementos o para verificar si un elemento está en el conjunto es una constante fija, O( k ) , completamente independiente de la cantidad de elementos que ya están en el conjunto")
	const kBits = "k bits of a key are read or set, and k follows from ε alone"
	smallerAndFaster := claim.Says("bloom-filter-article.txt:133",
		"un filtro que es más eficiente en el uso de la memoria ( bits por clave) y más rápido que los filtros Bloom o Cuckoo")
	article := claim.Of("article",
		claim.About(QuerySteps, "Q1", "space and time advantages", "a query of a Bloom filter takes O(k) steps, independent of the number of elements",
			sameSteps, level(bloom, QuerySteps, metric.Query)).From(constant).Constructed(kBits),
		claim.About(InsertSteps, "Q2", "space and time advantages", "an insertion into a Bloom filter takes O(k) steps, independent of the number of elements",
			sameSteps, level(bloom, InsertSteps, Insert)).From(constant).Constructed(kBits),
		claim.About(metric.Query, "Q3", "space and time advantages", "a sparse hash table (Go's map, or a hash table with a bucket for each key) can be asked faster than some Bloom filters (bloom, counting)",
			"1 % or more at an n, one of the tables against one of the filters",
			inPlaces(N, metric.Query, 0, claim.Some, claim.FasterBy(leastEffect), "faster", versus(goMap, hashtable).against(bloom, counting))).From(claim.Says("bloom-filter-article.txt:37",
			"el tiempo de acceso promedio de las tablas hash dispersas puede hacer que, en la práctica, sean más rápidas que algunos filtros Bloom")),
		claim.About(metric.Query, "Q4", "alternatives", "a blocked Bloom filter is faster than a classic one",
			byKeys, slower(N, bloom, blocked, metric.Query, 0)).From(claim.Says("bloom-filter-article.txt:129",
			"algunas variantes de los filtros Bloom que son más rápidas […] La idea básica de la variante rápida es ubicar los k valores hash asociados con cada clave en uno o dos bloques que tengan el mismo tamaño que los bloques de caché de memoria del procesador")),
		claim.About(metric.Query, "Q5", "alternatives", "an xor filter is faster than a Bloom filter",
			byKeys, slower(N, bloom, xor, metric.Query, 0)).From(smallerAndFaster),
		claim.About(metric.Query, "Q6", "alternatives", "an xor filter is faster than a cuckoo filter",
			byKeys, slower(N, cuckoo, xor, metric.Query, 0)).From(smallerAndFaster),
	)
	slowerThanBloom := claim.Says("thesis-final.txt:588-589",
		"as execuções de testes de membresia nessas estruturas têm, usualmente, desempenho inferior ao apresentado nos Bloom filters")
	notSlower := claim.Below(math.Log1p(leastEffect))
	thesis := claim.Of("thesis lookup",
		claim.About(metric.Query, "Q27", "Resumo", "for sets of many elements a Bloom or a cuckoo filter can answer sooner than an exact structure (hash table, Go's map)",
			"1 % or more at an n from 1,000,000 on, of negatives",
			inPlaces(N, metric.Query, workload.Million, claim.Some, claim.FasterBy(leastEffect), "sooner", versus(bloom, cuckoo).against(hashtable, goMap))).From(claim.Says("thesis-final.txt:10-14",
			"Para conjuntos com muitos elementos, o emprego de soluções determinísticas convencionais pode ser inviável. Portanto, nesses casos a aplicação de estruturas de dados probabilísticas pode ser vantajosa de modo a prover respostas a testes de membresia com mais agilidade")),
		claim.About(metric.Query, "Q7", "3", "a Bloom filter refuses a negative in no more time than exact structures, a hash table and Go's map",
			"less than 1 % more at most n, of each of the two",
			inPlaces(N, metric.Query, 0, claim.MostOf, notSlower, "not slower", versus(bloom).against(hashtable), versus(bloom).against(goMap))).From(claim.Says("thesis-final.txt:281-283",
			"Define-se tempo de rejeição como o tempo médio dispendido por uma estrutura de dados para decidir que um dado elemento não pertence ao conjunto representado. De fato, o Bloom filter permite diminuir o consumo de espaço sem acrescer o tempo de rejeição")),
		claim.About(metric.Query, "Q9", "4", "a cuckoo filter answers faster than a Bloom filter",
			byRates, slower(axis.Eps, bloom, cuckoo, metric.Query, 0)).From(claim.Says("thesis-final.txt:596-597",
			"Fornece melhor desempenho de consultas do que o Bloom filter tradicional")),
		claim.About(metric.Query, "Q10", "4", "a quotient filter answers more slowly than a Bloom filter",
			byRates, slower(axis.Eps, quotient, bloom, metric.Query, 0)).From(slowerThanBloom),
		claim.About(metric.Query, "Q21", "4", "a counting Bloom filter answers more slowly than a Bloom filter",
			byRates, slower(axis.Eps, counting, bloom, metric.Query, 0)).From(slowerThanBloom),
		claim.About(QuerySteps, "Q22", "2.1.2", "a query of a hash table takes an expected O(1) steps, whatever the number of its elements",
			sameSteps, level(hashtable, QuerySteps, metric.Query)).From(claim.Says("thesis-final.txt:188-189",
			"Essa implementação permite que consultas sejam realizadas com tempo esperado O(1) ou, no pior caso, em tempo Θ(n).")),
		claim.About(InsertSteps, "Q23", "2.1.2", "an insertion into a hash table takes O(1) steps, with the search for the key before it, whatever the number of its elements",
			sameSteps, level(hashtable, InsertSteps, Insert)).From(claim.Says("thesis-final.txt:189-191",
			"inserções são sempre realizadas em tempo O(1) desde que se considere um esquema de resolução de conflitos com inserção em tempo O(1)")).
			Constructed("the sentence has O(1) as its condition: behind the search a chain takes the element at its head"),
		claim.About(InsertSteps, "Q24", "4.1.1", "an insertion into a cuckoo table takes an amortised O(1) steps, relocations included, up to 94 % of its places",
			sameSteps, level(cuckootable, InsertSteps, Insert)).From(claim.Says("thesis-final.txt:676-677",
			"Apesar do custo das realocações de elementos, o tempo amortizado das inserções é O(1), de acordo com Fan et al. (2014).")),
		claim.About(InsertSteps, "Q28", "4.1.1", "the same where random entries are relocated, as in the thesis's algorithm",
			sameSteps, level(randomTable, InsertSteps, Insert)).From(claim.Says("thesis-final.txt:676-677",
			"Apesar do custo das realocações de elementos, o tempo amortizado das inserções é O(1), de acordo com Fan et al. (2014).")),
		claim.About(QuerySteps, "Q29", "2", "in a list, in an array or linked, a negative is compared with each of the n elements",
			"n comparisons, counted one by one, within 1 %, at every n", steps("comparisons / n", func(n float64) float64 { return n }, claim.Near(0.01), linearList, linkedList)).From(claim.Says("thesis-final.txt:98-99",
			"uma solução intuitiva e determinística para determinar se x ∈ S requer a comparação do elemento x com cada um dos n elementos de S")).
			Constructed("a list is read to its end where the key is not in it"),
		claim.About(QuerySteps, "Q30", "2", "in a sorted array a negative takes Θ(log n) comparisons",
			"log2 n of them, within 15 %, at every n", steps("comparisons / log2 n", math.Log2, claim.Near(0.15), sortedArray)).From(claim.Ours()).
			Constructed("each comparison halves what is left of the array"),
	)
	papers := claim.Of("papers",
		claim.About(metric.Query, "Q12", "Fan, Andersen, Kaminsky, Mitzenmacher 2014", "a cuckoo filter is asked at least as fast as a Bloom filter, whatever the share of members",
			"less than 1 % slower at every share", inPlaces(Hits, metric.Query, 0, claim.AllOf, notSlower, "not slower", versus(cuckoo).against(bloom))).From(claim.After("Fan et al. 2014, 7")),
		claim.About(metric.Query, "Q13", "Putze, Sanders, Singler 2007", "larger than a cache of 1 MB a blocked Bloom filter is faster than a classic one",
			"1 % or more at most n from 1,000,000 on", slower(N, bloom, blocked, metric.Query, pastCache)).From(claim.After("Putze, Sanders and Singler 2007")),
		claim.About(metric.Query, "Q14", "Lang, Neumann, Kemper, Boncz 2019", "a Bloom filter within a register is faster than a classic one",
			byKeys, slower(N, bloom, register, metric.Query, 0)).From(claim.After("Lang et al. 2019")),
		claim.About(metric.Query, "Q15", "Lang, Neumann, Kemper, Boncz 2019", "a Bloom filter of a word in each part of a line is faster than a classic one",
			byKeys, slower(N, bloom, splitblock, metric.Query, 0)).From(claim.After("Lang et al. 2019")),
		claim.About(metric.Query, "Q16", "Graf, Lemire 2020", "an xor filter can be faster than a Bloom filter and than a cuckoo filter",
			"1 % or more at an ε, of each of the two", inPlaces(axis.Eps, metric.Query, 0, claim.Some, claim.FasterBy(leastEffect), "faster",
				versus(xor).against(bloom), versus(xor).against(cuckoo))).From(claim.After("Graf and Lemire 2020, abstract")),
		claim.About(metric.Query, "Q17", "Graf, Lemire 2022", "a binary fuse filter is asked as fast as an xor filter",
			"less than 1 % slower at most n", inPlaces(N, metric.Query, 0, claim.MostOf, notSlower, "not slower", versus(fuse).against(xor))).From(claim.After("Graf and Lemire 2022, abstract")),
		claim.About(metric.Build, "Q18", "Graf, Lemire 2022", "a binary fuse filter can be built more than twice as fast as an xor filter",
			"above 2 times at an n", inPlaces(N, metric.Build, 0, claim.Some, claim.Above(math.Ln2), "above 2", versus(xor).against(fuse))).From(claim.After("Graf and Lemire 2022, abstract")),
		claim.About(metric.Build, "Q19", "RocksDB, ribbon filter policy", "a ribbon filter is built in three to four times the time of a Bloom filter",
			"from 3 to 4 times at most n", inPlaces(N, metric.Build, 0, claim.MostOf, threeToFour(), "from 3 to 4", versus(ribbon).against(bloom))).From(claim.After("RocksDB, comment on its ribbon filter policy")),
		claim.About(metric.Build, "Q25", "Even, Even, Morrison 2022", "in plain Go too, without the authors' instructions on vectors, a prefix filter is built 3.2 to 3.5 times as fast as a cuckoo filter",
			"from 3 to 4 times at most n", inPlaces(N, metric.Build, 0, claim.MostOf, threeToFour(), "from 3 to 4", versus(cuckoo).against(prefix))).From(claim.After("Even, Even and Morrison 2022, abstract")),
		claim.About(metric.Query, "Q26", "Even, Even, Morrison 2022", "in plain Go too, without the authors' instructions on vectors, a prefix filter answers about as many queries as a cuckoo filter in the same time",
			"within 25 % at most n", inPlaces(N, metric.Query, 0, claim.MostOf, claim.Within(math.Log(1.25)), "within 25 %", versus(prefix).against(cuckoo))).From(claim.After("Even, Even and Morrison 2022, abstract")),
	)
	return slices.Concat(article, thesis, papers, fanClaims())
}

// threeToFour is the region of the logarithm of a ratio.
func threeToFour() claim.Region { return claim.Region{Low: math.Log(3), High: math.Log(4)} }
