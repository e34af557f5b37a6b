'use strict';
// npm hypher with the exceptions behind a filter of npm bloom-filters, as the thesis had
// them, measured in lines of JSON over a pipe. The parent is nodejsstack.go:
//
//   node --expose-gc -e "$(cat harness.js)"        in the folder of the packages
//
//   parent   {"filter":"bloom","round":1,"words":[…],"exceptions":[…],"keys":[…]}
//   child    {"node":"v20.20.2"}
//   parent   {"metric":"hyphenate","epsilon":0.01}
//   child    {"filter":"bloom","round":1,"metric":"hyphenate","epsilon":0.01,"wall_ns":…,
//             "cpu_ns":…,"params":{"m":16803,"k":7},"fn":0,"breaks":…,"fp":4596}
//
// exceptions have hypher's mark at their breaks, and keys are what the filter is filled with.
// The metrics are init (the trie of patterns, the exceptions, the filter), build (the filter
// alone) and hyphenate (a pass over the words). Starting, reading, what is counted and a
// collection of garbage are outside of the sections. cpu_ns is of all threads: V8 compiles
// and collects in several.
//
// What differs from the thesis: it changed the text of hypher, to ask the filter first and
// the exceptions then. Here hypher is unchanged. It asks its exceptions by hasOwnProperty,
// and they answer by the filter first: a call more for each word. The thesis read Date, in
// whole milliseconds, had one process for all ε of a filter, which it never warmed up, and
// Norwegian patterns in the published data.

const Hypher = require('hypher');
const english = require('hyphenation.en-us');
const { BloomFilter, CuckooFilter } = require('bloom-filters');

const KINDS = {
  bloom: { from: BloomFilter.from, params: (f) => ({ m: f._size, k: f._nbHashes }) },
  cuckoo: { from: CuckooFilter.from, params: (f) => ({ buckets: f._size, b: f._bucketSize, digits: f._fingerprintLength }) },
};

const answer = (object) => process.stdout.write(JSON.stringify(object) + '\n');

// section times work, which returns what it made.
function section(work) {
  global.gc();
  const cpu = process.cpuUsage();
  const wall = process.hrtime.bigint();
  const made = work();
  const wall_ns = Number(process.hrtime.bigint() - wall);
  const used = process.cpuUsage(cpu);
  return [made, { wall_ns, cpu_ns: (used.user + used.system) * 1000 }];
}

// guarded puts a filter before the exceptions of a hypher and counts what it admits.
function guarded(hypher, filter) {
  const { exceptions } = hypher;
  const stored = Object.prototype.hasOwnProperty;
  const guard = { admitted: 0 };
  Object.defineProperty(exceptions, 'hasOwnProperty', {
    value: (word) => {
      if (!filter.has(word)) return false;
      guard.admitted += 1;
      return stored.call(exceptions, word);
    },
  });
  return guard;
}

function pass(hypher, words) {
  let breaks = 0;
  for (const word of words) breaks += hypher.hyphenate(word).length - 1;
  return breaks;
}

class Stack {
  constructor({ filter, round, words, exceptions, keys }) {
    Object.assign(this, { kind: KINDS[filter], name: { filter, round }, words, keys });
    this.language = { ...english, exceptions: exceptions.join(', ') };
    const members = Object.keys(new Hypher(this.language).exceptions);
    this.members = members;
    const known = new Set(members);
    this.hits = words.map((word) => word.toLowerCase()).filter((word) => known.has(word));
  }

  build(epsilon) {
    return this.kind.from(this.keys, epsilon);
  }

  init(epsilon) {
    const hypher = new Hypher(this.language);
    const filter = this.build(epsilon);
    return { hypher, filter, guard: guarded(hypher, filter) };
  }

  measure({ metric, epsilon }) {
    let filter, timed, counts = {};
    switch (metric) {
      case 'init':
        [{ filter }, timed] = section(() => this.init(epsilon));
        break;
      case 'build':
        [filter, timed] = section(() => this.build(epsilon));
        break;
      case 'hyphenate': {
        const made = this.init(epsilon);
        filter = made.filter;
        [counts.breaks, timed] = section(() => pass(made.hypher, this.words));
        counts.fp = made.guard.admitted - this.hits.filter((word) => filter.has(word)).length;
        break;
      }
      default:
        return { error: `metric ${metric}: want init, build or hyphenate` };
    }
    const fn = this.members.filter((word) => !filter.has(word)).length;
    return { ...this.name, metric, epsilon, ...timed, params: this.kind.params(filter), fn, ...counts };
  }
}

let stack;
process.on('SIGINT', () => {}); // the parent says when it ends
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const asked = JSON.parse(line);
  if (stack) return answer(stack.measure(asked));
  stack = new Stack(asked);
  answer({ node: process.version });
});
