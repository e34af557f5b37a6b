'use strict';
// The thesis's stack with the protocol of ../childprocess.go.
//
//   node --expose-gc harness.js MODE WORDS EXCEPTIONS
//
// EXCEPTIONS has one word per line, with hyphens at its breaks. MODE is
//   none     hypher with its patterns alone
//   object   hypher with the exceptions, which are in a plain object
//   bloom    the same behind a Bloom filter of bloom-filters, ε = 1 %
//   cuckoo   the same behind its cuckoo filter, ε = 1 %
//   text     object, and the parts joined to the hyphenated word
//
// The thesis changed hypher to query a filter first and the object second. Here
// hypher is unchanged: the filter selects one of two hyphers, with and without the
// exceptions.

const fs = require('fs');
const Hypher = require('hypher');
const english = require('hyphenation.en-us');
const { BloomFilter, CuckooFilter } = require('bloom-filters');

const EPSILON = 0.01;
const HYPHER_MARK = '\u2027'; // in hypher's exceptions

const lines = (name) => fs.readFileSync(name, 'utf8').split('\n').filter((line) => line !== '');
const lowerCase = (words) => words.map((word) => word.toLowerCase());
const answer = (object) => process.stdout.write(JSON.stringify(object) + '\n');

function hypherWith(exceptions) {
  const language = Object.assign({}, english);
  if (exceptions.length > 0) {
    language.exceptions = exceptions.map((word) => word.replaceAll('-', HYPHER_MARK)).join(', ');
  }
  return new Hypher(language);
}

function filterOf(mode, keys) {
  switch (mode) {
    case 'bloom':
      return BloomFilter.from(keys, EPSILON);
    case 'cuckoo':
      return CuckooFilter.from(keys, EPSILON);
    default:
      return null;
  }
}

// build is the thesis's timed initialisation. The two hyphers share one trie of
// patterns.
function build(mode, exceptions, keys) {
  const exact = hypherWith(mode === 'none' ? [] : exceptions);
  const plain = Object.assign(Object.create(Hypher.prototype), exact, { exceptions: {} });
  return { exact, plain, filter: filterOf(mode, keys) };
}

function hyphenator({ exact, plain, filter }) {
  if (filter === null) return (word) => exact.hyphenate(word);
  return (word) => (filter.has(word.toLowerCase()) ? exact : plain).hyphenate(word);
}

// One pass is one of these loops. Both count the breaks: no work can be skipped,
// and every round is compared with the first.
function countParts(hyphenate, words) {
  let breaks = 0;
  for (const word of words) breaks += hyphenate(word).length - 1;
  return breaks;
}

function countText(hyphenate, words) {
  let breaks = 0;
  for (const word of words) breaks += hyphenate(word).join('\u00ad').length - word.length;
  return breaks;
}

function pass(mode, hyphenate, words) {
  const wall = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  const breaks = mode === 'text' ? countText(hyphenate, words) : countParts(hyphenate, words);
  const used = process.cpuUsage(cpu);
  return {
    cpu_ns: (used.user + used.system) * 1000,
    wall_ns: Number(process.hrtime.bigint() - wall),
    breaks,
  };
}

// dump writes a line per word: the indices of the letters after its breaks.
function dump(hyphenate, words) {
  const out = words.map((word) => {
    let at = 0;
    return hyphenate(word).slice(0, -1).map((part) => (at += part.length)).join(' ');
  });
  process.stdout.write(out.join('\n') + '\n');
}

// check counts the filter's errors over the words and the keys.
function check(filter, words, keys) {
  const members = new Set(keys);
  return {
    fp: lowerCase(words).filter((word) => !members.has(word) && filter.has(word)).length,
    fn: keys.filter((key) => !filter.has(key)).length,
  };
}

function main() {
  const [mode, wordsName, exceptionsName] = process.argv.slice(2);
  if (!['none', 'object', 'bloom', 'cuckoo', 'text'].includes(mode)) {
    throw new Error(`mode ${mode}: use none, object, bloom, cuckoo or text`);
  }
  const words = lines(wordsName);
  const exceptions = lines(exceptionsName);
  const keys = lowerCase(exceptions.map((word) => word.replaceAll('-', '')));

  global.gc();
  const before = process.memoryUsage().heapUsed;
  const cpu = process.cpuUsage();
  const built = build(mode, exceptions, keys);
  const used = process.cpuUsage(cpu);
  global.gc();
  const bytes = process.memoryUsage().heapUsed - before;
  const hyphenate = hyphenator(built);

  answer({ words: words.length, bytes, load_ns: (used.user + used.system) * 1000 });
  require('readline').createInterface({ input: process.stdin }).on('line', (command) => {
    if (command === 'pass') answer(pass(mode, hyphenate, words));
    else if (command === 'dump') dump(hyphenate, words);
    else if (command === 'check' && built.filter !== null) answer(check(built.filter, words, keys));
    else answer({ error: `${command}: use pass, dump or, with a filter, check` });
  });
}

main();
