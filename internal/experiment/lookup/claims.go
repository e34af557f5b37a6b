package lookup

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
	hashtable   = "hashtable"
	cuckootable = "cuckootable"
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

// levelMargin is the largest change of a time that counts as none between the
// smallest and the largest set.
const levelMargin = 0.10

const (
	byKeys    = "1 % or more at most n"
	byRates   = "1 % or more at most ε"
	sameKeys  = "within 10 % from the smallest to the largest n"
	pastCache = workload.Million // from here on a Bloom filter at 1 % has left a cache of 1 MB
)

// claims are those of the texts about time, in the order of the texts, each source a
// family of its own.
func claims() []claim.Claim {
	article := claim.Of("article",
		timed("Q1", "space and time advantages", metric.Query, "a Bloom filter is asked in a time O(k), independent of the number of elements",
			sameKeys, level(bloom, metric.Query)).From(claim.Says("bloom-filter-article.txt:37",
			"el tiempo necesario para agregar elementos o para verificar si un elemento está en el conjunto es una constante fija, O( k ) , completamente independiente de la cantidad de elementos que ya están en el conjunto")),
		timed("Q2", "space and time advantages", Insert, "an element is added to a Bloom filter in a time O(k), independent of the number of elements",
			sameKeys, level(bloom, Insert)).From(claim.Says("bloom-filter-article.txt:37",
			"el tiempo necesario para agregar elementos o para verificar si un elemento está en el conjunto es una constante fija, O( k ) , completamente independiente de la cantidad de elementos que ya están en el conjunto")),
		timed("Q3", "space and time advantages", metric.Query, "a sparse hash table can be asked faster than some Bloom filters",
			byKeys, slower(N, bloom, hashtable, metric.Query, 0)).From(claim.Says("bloom-filter-article.txt:37",
			"el tiempo de acceso promedio de las tablas hash dispersas puede hacer que, en la práctica, sean más rápidas que algunos filtros Bloom")),
		timed("Q4", "alternatives", metric.Query, "a blocked Bloom filter is faster than a classic one",
			byKeys, slower(N, bloom, blocked, metric.Query, 0)).From(claim.Says("bloom-filter-article.txt:129",
			"algunas variantes de los filtros Bloom que son más rápidas […] La idea básica de la variante rápida es ubicar los k valores hash asociados con cada clave en uno o dos bloques que tengan el mismo tamaño que los bloques de caché de memoria del procesador")),
		timed("Q5", "alternatives", metric.Query, "an xor filter is faster than a Bloom filter",
			byKeys, slower(N, bloom, xor, metric.Query, 0)).From(claim.Says("bloom-filter-article.txt:133",
			"un filtro que es más eficiente en el uso de la memoria ( bits por clave) y más rápido que los filtros Bloom o Cuckoo")),
		timed("Q6", "alternatives", metric.Query, "an xor filter is faster than a cuckoo filter",
			byKeys, slower(N, cuckoo, xor, metric.Query, 0)).From(claim.Says("bloom-filter-article.txt:133",
			"un filtro que es más eficiente en el uso de la memoria ( bits por clave) y más rápido que los filtros Bloom o Cuckoo")),
	)
	thesis := claim.Of("thesis lookup",
		timed("Q7", "3", metric.Query, "a Bloom filter refuses a negative in no more time than an exact structure",
			"less than 1 % more than the hash table, at most n", ratioAtMost(N, bloom, hashtable, metric.Query, claim.Below(math.Log1p(leastEffect)), "not slower")).From(claim.Says("thesis-final.txt:281-283",
			"Define-se tempo de rejeição como o tempo médio dispendido por uma estrutura de dados para decidir que um dado elemento não pertence ao conjunto representado. De fato, o Bloom filter permite diminuir o consumo de espaço sem acrescer o tempo de rejeição")),
		timed("Q8", "3", metric.Query, "a Bloom filter refuses negatives sooner than it finds members",
			"1 % or more, no members against members alone", sooner(bloom)).From(claim.Ours()),
		timed("Q9", "4", metric.Query, "a cuckoo filter answers faster than a Bloom filter",
			byRates, slower(axis.Eps, bloom, cuckoo, metric.Query, 0)).From(claim.Says("thesis-final.txt:596-597",
			"Fornece melhor desempenho de consultas do que o Bloom filter tradicional")),
		timed("Q10", "4", metric.Query, "a quotient filter answers more slowly than a Bloom filter",
			byRates, slower(axis.Eps, quotient, bloom, metric.Query, 0)).From(claim.Says("thesis-final.txt:588-589",
			"as execuções de testes de membresia nessas estruturas têm, usualmente, desempenho inferior ao apresentado nos Bloom filters")),
		timed("Q11", "4.1", Insert, "an insertion into a cuckoo filter takes an amortised constant time",
			sameKeys, level(cuckoo, Insert)).From(claim.Says("thesis-final.txt:676-677",
			"Apesar do custo das realocações de elementos, o tempo amortizado das inserções é O(1), de acordo com Fan et al. (2014).")),
		timed("Q21", "4", metric.Query, "a counting Bloom filter answers more slowly than a Bloom filter",
			byRates, slower(axis.Eps, counting, bloom, metric.Query, 0)).From(claim.Says("thesis-final.txt:588-589",
			"as execuções de testes de membresia nessas estruturas têm, usualmente, desempenho inferior ao apresentado nos Bloom filters")),
		timed("Q22", "2.1.2", metric.Query, "a hash table is asked in an expected time O(1), whatever the number of its elements",
			sameKeys, level(hashtable, metric.Query)).From(claim.Says("thesis-final.txt:188-189",
			"Essa implementação permite que consultas sejam realizadas com tempo esperado O(1) ou, no pior caso, em tempo Θ(n).")),
		timed("Q23", "2.1.2", Insert, "an element is inserted into a hash table in a time O(1), whatever the number of its elements",
			sameKeys, level(hashtable, Insert)).From(claim.Says("thesis-final.txt:189-191",
			"inserções são sempre realizadas em tempo O(1) desde que se considere um esquema de resolução de conflitos com inserção em tempo O(1)")),
		timed("Q24", "4.1.1", Insert, "an insertion into a cuckoo table takes an amortised time O(1)",
			sameKeys, level(cuckootable, Insert)).From(claim.Says("thesis-final.txt:676-677",
			"Apesar do custo das realocações de elementos, o tempo amortizado das inserções é O(1), de acordo com Fan et al. (2014).")),
	)
	papers := claim.Of("papers",
		timed("Q12", "Fan, Andersen, Kaminsky, Mitzenmacher 2014", metric.Query, "a cuckoo filter is asked at least as fast as a Bloom filter, whatever the share of members",
			"less than 1 % slower at most shares", ratioAtMost(Hits, cuckoo, bloom, metric.Query, claim.Below(math.Log1p(leastEffect)), "not slower")).From(claim.After("Fan et al. 2014, 7")),
		timed("Q13", "Putze, Sanders, Singler 2007", metric.Query, "past the caches a blocked Bloom filter is faster than a classic one",
			"1 % or more at most n from 1,000,000 on", slower(N, bloom, blocked, metric.Query, pastCache)).From(claim.After("Putze, Sanders and Singler 2007")),
		timed("Q14", "Lang, Neumann, Kemper, Boncz 2019", metric.Query, "a Bloom filter within a register is faster than a classic one",
			byKeys, slower(N, bloom, register, metric.Query, 0)).From(claim.After("Lang et al. 2019")),
		timed("Q15", "Lang, Neumann, Kemper, Boncz 2019", metric.Query, "a Bloom filter of a word in each part of a line is faster than a classic one",
			byKeys, slower(N, bloom, splitblock, metric.Query, 0)).From(claim.After("Lang et al. 2019")),
		timed("Q16", "Graf, Lemire 2020", metric.Query, "an xor filter is faster than a Bloom filter",
			byRates, slower(axis.Eps, bloom, xor, metric.Query, 0)).From(claim.After("Graf and Lemire 2020, abstract")),
		timed("Q17", "Graf, Lemire 2022", metric.Query, "a binary fuse filter is asked as fast as an xor filter",
			"less than 1 % slower at most n", ratioAtMost(N, fuse, xor, metric.Query, claim.Below(math.Log1p(leastEffect)), "not slower")).From(claim.After("Graf and Lemire 2022, abstract")),
		timed("Q18", "Graf, Lemire 2022", metric.Build, "a binary fuse filter can be built more than twice as fast as an xor filter",
			"above 2 times at most n", ratioAtMost(N, xor, fuse, metric.Build, claim.Above(math.Ln2), "above 2")).From(claim.After("Graf and Lemire 2022, abstract")),
		timed("Q19", "Dillinger, Walzer 2021 (as told of RocksDB)", metric.Query, "a ribbon filter takes three to four times the time of a Bloom filter",
			"from 3 to 4 times at most n", ratioAtMost(N, ribbon, bloom, metric.Query, claim.Region{Low: math.Log(3), High: math.Log(4)}, "from 3 to 4")).From(claim.After("Dillinger and Walzer 2021, as told of RocksDB")),
		timed("Q25", "Even, Even, Morrison 2022", metric.Build, "a prefix filter is built 3.2 to 3.5 times as fast as a cuckoo filter",
			"from 3 to 4 times at most n", ratioAtMost(N, cuckoo, prefix, metric.Build, claim.Region{Low: math.Log(3), High: math.Log(4)}, "from 3 to 4")).From(claim.After("Even, Even and Morrison 2022, abstract")),
		timed("Q26", "Even, Even, Morrison 2022", metric.Query, "a prefix filter answers about as many queries as a cuckoo filter in the same time",
			"within 25 % at most n", ratioAtMost(N, prefix, cuckoo, metric.Query, claim.Within(math.Log(1.25)), "within 25 %")).From(claim.After("Even, Even and Morrison 2022, abstract")),
		claim.Claim{ID: "Q20", Quote: claim.After("Even, Even and Morrison 2022, abstract"),
			Section: "Even, Even, Morrison 2022", Metric: metric.Query, Margin: "none",
			Statement: "a prefix filter is built and asked faster than all other incremental filters",
			Test: func(*claim.Data) claim.Outcome {
				return claim.Untested("needs instructions on vectors of 512 bits, as the authors' program has; this one is in plain Go")
			}},
	)
	return slices.Concat(article, thesis, papers, fanClaims())
}

func timed(id, section string, m runfolder.Metric, statement, margin string, test func(*claim.Data) claim.Outcome) claim.Claim {
	return claim.Claim{ID: id, Section: section, Metric: m, Statement: statement, Margin: margin, Test: test}
}
