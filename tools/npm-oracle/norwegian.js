'use strict';
// The number of their own keys that the filters of the thesis's public code find.
//
// That code inserts the Norwegian exceptions of npm hypher, with U+2027 at the
// breaks, and queries words in lower case without it.

const { BloomFilter, CuckooFilter } = require('bloom-filters');
const exceptions = require('hyphenation.nb-no').exceptions.split(/,\s?/);

const asked = (word) => word.replaceAll('\u2027', '').toLowerCase();
const same = exceptions.filter((word) => asked(word) === word).length;
console.log(`${exceptions.length} exceptions, ${same} of them written as they are asked for`);
for (const epsilon of [0.01, 0.2]) {
  for (const kind of [BloomFilter, CuckooFilter]) {
    const filter = kind.from(exceptions, epsilon);
    const found = exceptions.filter((word) => filter.has(asked(word))).length;
    console.log(`${kind.name} at ε = ${epsilon}: ${found} found`);
  }
}
