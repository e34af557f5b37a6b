'use strict';
// The answers of filters of npm bloom-filters.
//
//   node oracle.js KEYS WORDS KIND EPSILON [KIND EPSILON …]
//
// KEYS and WORDS have one string per line. KIND is bloom or cuckoo. For each
// filter, one line of JSON: the parameters it chose and, in the order of WORDS,
// its answers as a string of 0 and 1.

const fs = require('fs');
const { BloomFilter, CuckooFilter } = require('bloom-filters');

const lines = (name) => fs.readFileSync(name, 'utf8').split('\n').slice(0, -1);

const kinds = {
  bloom: (keys, epsilon) => {
    const filter = BloomFilter.from(keys, epsilon);
    return { filter, params: [filter._size, filter._nbHashes] };
  },
  cuckoo: (keys, epsilon) => {
    const filter = CuckooFilter.from(keys, epsilon);
    return { filter, params: [filter.size, filter.bucketSize, filter.fingerprintLength] };
  },
};

const [keysName, wordsName, ...wanted] = process.argv.slice(2);
const keys = lines(keysName);
const words = lines(wordsName);
for (let i = 0; i + 1 < wanted.length; i += 2) {
  const { filter, params } = kinds[wanted[i]](keys, Number(wanted[i + 1]));
  const answers = words.map((word) => (filter.has(word) ? '1' : '0')).join('');
  process.stdout.write(JSON.stringify({ params, answers }) + '\n');
}
