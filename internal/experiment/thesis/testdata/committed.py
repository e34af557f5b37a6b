#!/usr/bin/env python3
"""What the statistics of the committed run must be, worked out apart from the
program: from the rows by the formulas of docs/statistics.md and docs/verdicts.md,
with Student's t from the incomplete beta function. Standard library only.

    python3 internal/experiment/thesis/testdata/committed.py results/thesis > internal/experiment/thesis/testdata/committed.txt
"""
import csv, hashlib, json, math, sys

folder = sys.argv[1]
meta = json.load(open(folder + "/run.json"))
negatives, keys = meta["expect"]["negatives"], meta["expect"]["keys"]
rows = list(csv.DictReader(open(folder + "/measurements.csv")))


# Student's t: the continued fraction of the incomplete beta function (Lentz).
def beta(a, b, x):
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    f, c, d = 1.0, 1.0, 0.0
    for i in range(500):
        m = i // 2
        if i == 0:
            n = 1.0
        elif i % 2 == 0:
            n = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            n = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / ((1 + n * d) or 1e-300)
        c = (1 + n / c) or 1e-300
        f *= c * d
        if i and abs(1 - c * d) < 1e-15:
            break
    return front * (f - 1)


def upper(t, df):  # P(T > t)
    p = beta(df / 2, 0.5, df / (df + t * t)) / 2
    return p if t > 0 else 1 - p


def quantile(p, df):
    low, high = -1e3, 1e3
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - upper(middle, df) < p else (low, middle)
    return low


def mean(x):
    return math.fsum(x) / len(x)


def sd(x):
    m = mean(x)
    return math.sqrt(math.fsum((v - m) ** 2 for v in x) / (len(x) - 1))


class Estimate:
    def __init__(self, value, se, df):
        self.value, self.se, self.df = value, se, df

    def above(self, bound):  # p of the hypothesis that the truth is at most bound
        return upper((self.value - bound) / self.se, self.df)

    def below(self, bound):
        return upper((bound - self.value) / self.se, self.df)

    def interval(self, alpha=0.05):
        h = quantile(1 - alpha / 2, self.df) * self.se
        return self.value - h, self.value + h

    def times(self, f):
        return Estimate(self.value * f, self.se * f, self.df)


def of_mean(x):
    return Estimate(mean(x), sd(x) / math.sqrt(len(x)), len(x) - 1)


def widest(estimates):
    ends = [e.interval() for e in estimates]
    return min(e[0] for e in ends), max(e[1] for e in ends)


# Trimmed means, 20 % at each end, in R's way.
def cut(x):
    return int(0.2 * len(x))


def trimmed(x):
    return mean(sorted(x)[cut(x):len(x) - cut(x)])


def winsorised(x):
    low, high = sorted(x)[cut(x)], sorted(x)[len(x) - 1 - cut(x)]
    return [min(max(v, low), high) for v in x]


def middle_of(x):
    y = sorted(x)
    return (y[(len(y) - 1) // 2] + y[len(y) // 2]) / 2


# Cells: (filter, epsilon, metric) → {round: value per operation}, by wall time
# and, for what is compared, by CPU time.
cells, cpu = {}, {}
for r in rows:
    if int(r["round"]) >= 1:
        key, at = (r["filter"], r["epsilon"], r["metric"]), (r.get("session", ""), int(r["round"]))
        cells.setdefault(key, {})[at] = float(r["value"]) / max(1, int(r["ops"]))
        if r["cpu_ns"]:
            cpu.setdefault(key, {})[at] = float(r["cpu_ns"]) / max(1, int(r["ops"]))
epsilons = sorted({e for _, e, _ in cells if e}, key=float)
BLOOM, CUCKOO = "bloom", "cuckoo"


def values(f, e, m):
    return list(cells[f, e, m].values())


def paired(columns):  # rounds that hold them all
    rounds = set.intersection(*(set(c) for c in columns))
    return [[c[r] for r in sorted(rounds)] for c in columns]


# Σ weight·trimmed mean over columns of rounds. The round's median is taken off
# first where the weights add up to 0.
def contrast(columns, weights):
    if abs(math.fsum(weights)) < 1e-9:
        middles = [middle_of(at) for at in zip(*columns)]
        columns = [[v - m for v, m in zip(c, middles)] for c in columns]
    n = len(columns[0])
    pulled = list(zip(*(winsorised(c) for c in columns)))
    error = sd([math.fsum(w * v for w, v in zip(weights, at)) for at in pulled]) / (0.6 * math.sqrt(n))
    return Estimate(math.fsum(w * trimmed(c) for w, c in zip(weights, columns)), error, n - 2 * cut(columns[0]) - 1)


def logs(*names):
    return [[math.log(v) for v in c] for c in paired([cpu[n] for n in names])]


def line(x, y):
    n, mx, my = len(x), mean(x), mean(y)
    sxx = math.fsum((v - mx) ** 2 for v in x)
    slope = math.fsum((a - mx) * (b - my) for a, b in zip(x, y)) / sxx
    rss = math.fsum((b - my - slope * (a - mx)) ** 2 for a, b in zip(x, y))
    se = math.sqrt(rss / (n - 2) / sxx)
    r2 = 1 - rss / math.fsum((b - my) ** 2 for b in y)
    return Estimate(slope, se, n - 2), r2, sxx


def say(name, *numbers):
    print(name, *("%.9g" % v if isinstance(v, float) else v for v in numbers))


say("sha256", hashlib.sha256(open(folder + "/measurements.csv", "rb").read()).hexdigest())
x = [100 * float(e) for e in epsilons]
for m in ("init", "hyphenate", "build", "query"):
    for f in (BLOOM, CUCKOO):
        y = []
        for e in epsilons:
            v = of_mean(values(f, e, m))
            y.append(v.value)
            say(f"cell {m} {f} {e}", v.value, v.interval()[1] - v.value)
        slope, r2, _ = line(x, y)
        pairs = sorted((y[j] - y[i]) / (x[j] - x[i]) for j in range(len(x)) for i in range(j))
        say(f"line {m} {f}", slope.value, slope.se, *slope.interval(), 2 * upper(abs(slope.value / slope.se), slope.df), r2,
            (pairs[(len(pairs) - 1) // 2] + pairs[len(pairs) // 2]) / 2)


# Claims: effect, its interval, one-sided p for and against, whether the means hold.
def claim(name, effect, interval, supports, opposes, holds):
    say(f"claim {name}", float(effect), float(interval[0]), float(interval[1]), float(supports), float(min(1, opposes)), holds)


def both(estimates, low, high):  # within a region, every estimate agreeing
    supports = max(max(e.above(low) if low is not None else 0, e.below(high) if high is not None else 0) for e in estimates)
    opposes = max(min(e.below(low) if low is not None else 1, e.above(high) if high is not None else 1) for e in estimates)
    return supports, opposes


# The number k of a Bloom filter and the length f of a cuckoo fingerprint at an ε:
# the structures of a sweep, between which a line is fitted.
def steps(f):
    def k(e):
        m = math.ceil(keys * math.log2(1 / float(e)) / math.log(2))
        return max(1, math.floor(m / keys * math.log(2)))

    def bits(e):
        return math.ceil(math.log2(1 / float(e)) + 3)

    of = [(k if f == BLOOM else bits)(e) for e in epsilons]
    return [[i for i, v in enumerate(of) if v == g] for g in sorted(set(of), reverse=True)]


def trend(f, m):
    columns = paired([cpu[f, e, m] for e in epsilons])
    level = mean([mean(c) for c in columns])
    columns = [[v / level for v in c] for c in columns]
    n = len(x)
    # Each point against the mean of all, by rounds.
    y = [1 + contrast(columns, [(i == j) - 1 / n for j in range(n)]).value for i in range(n)]
    groups = steps(f)
    middle = mean(x)
    gx = {i: mean([x[j] for j in g]) for g in groups for i in g}
    gy = {i: mean([y[j] for j in g]) for g in groups for i in g}
    sxx = math.fsum((gx[i] - middle) ** 2 for i in range(n))
    weights = [(gx[i] - middle) / sxx for i in range(n)]
    rounds = contrast(columns, weights)
    slope = rounds.value
    between = math.fsum((gy[i] - 1 - slope * (gx[i] - middle)) ** 2 for i in range(n))
    inner, _, ixx = line([x[i] - gx[i] for i in range(n)], [y[i] - gy[i] for i in range(n)])
    within = math.fsum((y[i] - gy[i] - inner.value * (x[i] - gx[i])) ** 2 for i in range(n))
    span = x[-1] - x[0]
    find = [rounds, Estimate(slope, math.sqrt(within / (n - len(groups) - 1) / sxx), n - len(groups) - 1),
            Estimate(slope, math.sqrt(between / (len(groups) - 2) / sxx), len(groups) - 2)]
    plain = [mean(values(f, e, m)) for e in epsilons]
    published = math.fsum(w * v for w, v in zip(weights, plain)) / mean(plain)
    return [e.times(span) for e in find], published * span


def percent(estimates):
    return [100 * v for v in widest(estimates)]


def deciding(t, found, denied):  # the errors of a trend that the likelier side is judged by
    return t[:2] if denied < found else t


SMALLEST = 0.01  # effect of interest
LEAST = math.log(1 + SMALLEST)
t, published = trend(BLOOM, "init")
ci = Estimate(published, t[2].se, t[2].df).interval()
s, o = both(t[:2], -0.01, 0.01)[0], both(t, -0.01, 0.01)[1]
claim("T1-tuned", 100 * t[0].value, percent(deciding(t, o, s)), s, o, abs(published) <= 0.01 or ci[0] <= 0 <= ci[1])
for name, f, m in (("T2-tuned", BLOOM, "hyphenate"), ("T4-tuned", CUCKOO, "init"), ("T5-tuned", CUCKOO, "hyphenate")):
    t, published = trend(f, m)
    s, o = both(t, None, -SMALLEST)[0], both(t[:2], None, -SMALLEST)[1]
    claim(name, 100 * t[0].value, percent(deciding(t, s, o)), s, o, published <= -SMALLEST)

columns = logs(*[(BLOOM, e, "hyphenate") for e in epsilons])
others = [contrast([columns[0], c], [1, -1]) for c in columns[1:]]
rest = contrast(columns, [1] + [-1 / len(others)] * len(others))
means = [mean(values(BLOOM, e, "hyphenate")) for e in epsilons]
claim("T3-tuned", math.exp(min(e.value for e in others)),
      [math.exp(min(e.interval()[0] for e in others)), math.exp(min(e.interval(0.05 / len(others))[1] for e in others))],
      max([e.above(-LEAST) for e in others] + [rest.above(LEAST)]),
      (len(others) + 1) * min([e.below(-LEAST) for e in others] + [rest.below(LEAST)]),
      math.log(means[0] / max(means[1:])) > -LEAST and mean([math.log(means[0] / v) for v in means[1:]]) > LEAST)


def differences(m):
    columns = logs(*[(f, e, m) for f in (CUCKOO, BLOOM) for e in epsilons])
    n = len(epsilons)
    return [[a - b for a, b in zip(columns[i], columns[n + i])] for i in range(n)]


def ratios(m):
    plain = [mean(values(CUCKOO, e, m)) / mean(values(BLOOM, e, m)) for e in epsilons]
    return [contrast(differences(m), [1 / len(epsilons)] * len(epsilons))], plain


def ratio(estimates):
    return [math.exp(v) for v in widest(estimates)]


def conjunction(p, u):
    return 0 if u <= 0 else 1 if u > len(p) else min(1, (len(p) - u + 1) * sorted(p)[u - 1])


def at_least(p):
    return max(u for u in range(len(p) + 1) if all(conjunction(p, w) <= 0.025 for w in range(1, u + 1)))


def most(name, metrics, low, high):
    support, oppose, inside = [], [], 0
    for m in metrics:
        _, plain = ratios(m)
        inside += sum((low is None or math.log(v) > low) and (high is None or math.log(v) < high) for v in plain)
        for e in epsilons:
            s, o = both([contrast(logs((CUCKOO, e, m), (BLOOM, e, m)), [1, -1])], low, high)
            support.append(s)
            oppose.append(o)
    n = len(support)
    claim(name, inside, [at_least(support), n - at_least(oppose)], conjunction(support, n // 2 + 1), conjunction(oppose, n - n // 2), 2 * inside > n)


most("T6-tuned", ["init"], LEAST, None)
most("T7-tuned", ["hyphenate"], LEAST, None)

lead = contrast(logs((CUCKOO, "0.01", "hyphenate"), (BLOOM, "0.01", "hyphenate")), [1, -1])
plain = mean(values(CUCKOO, "0.01", "hyphenate")) / mean(values(BLOOM, "0.01", "hyphenate"))
claim("T8b-tuned", math.exp(lead.value), ratio([lead]), lead.below(-LEAST), lead.above(-LEAST), math.log(plain) < -LEAST)

margin = math.log(1.05)
most("T9-tuned", ["init", "hyphenate"], -margin, margin)

smaller = 0  # of all n and ε, by the sizes of a Bloom filter and of a table filled to 94 %
for tenths in [ten // 10 * t for ten in (10**i for i in range(2, 7)) for t in (10, 15, 20, 30, 50, 70)] + [10**7]:
    for hundredths in (1, 2, 5, 10, 20, 50, 100, 200, 290):
        e = hundredths / 10000
        buckets = 2
        while buckets * 4 * 0.94 < tenths:
            buckets *= 2
        smaller += buckets * 4 * math.ceil(math.log2(1 / e) + 3) < math.ceil(tenths * math.log2(1 / e) / math.log(2))
say("counted T10", smaller, False)

full, plain = ratios("query_full")
usual, _ = ratios("query")
s1, o1 = both(full, None, -LEAST)
s2, o2 = both(usual, None, -LEAST)
claim("T11", math.exp(full[0].value), ratio(full), max(s1, s2), 2 * min(o1, o2), full[0].value < -LEAST and usual[0].value < -LEAST)

off = []
for e in epsilons:
    m = mean(values(BLOOM, e, "bits"))
    k = max(1, math.floor(m / keys * math.log(2)))
    formula = (1 - math.exp(-k * keys / m)) ** k
    off.append(of_mean([v / negatives / formula - 1 for v in values(BLOOM, e, "fp")]))
n = len(off)
v = [(o.se / n) ** 2 for o in off]
welch = Estimate(mean([o.value for o in off]), math.sqrt(math.fsum(v)), math.fsum(v) ** 2 / math.fsum(a * a / o.df for a, o in zip(v, off)))
t = [welch, of_mean([o.value for o in off])]
claim("T12", 100 * welch.value, percent(t), *both(t, -0.01, 0.01), abs(welch.value) <= 0.01)
