'use strict';
// Puts hyphbench in the place of npm hypher, for hypher's own test suite:
//
//   node -r hypher.js node_modules/vows/bin/vows node_modules/hypher/test/hypher-test.js
//
// The answers to hyphenate are those of 'hyphbench hyphenate --word-rule=hypher', to
// hyphenateText those of --word-rule=hypher-text. The program is found by PATH. The
// trie, which one test looks at, stays hypher's.

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const file = require.resolve('hypher/lib/hypher.js');
const Original = require(file);
const MARK = '\ue000';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hypher-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

// flags writes a language's patterns and exceptions as files for hyphbench.
let languages = 0;
function flags(language) {
  const patterns = [];
  for (const size of Object.keys(language.patterns)) {
    const all = language.patterns[size];
    for (let i = 0; i < all.length; i += +size) {
      patterns.push(all.slice(i, i + +size).replace(/_/g, '.'));
    }
  }
  const name = path.join(folder, 'language' + languages++);
  fs.writeFileSync(name + '.pat.txt', patterns.join('\n') + '\n');
  const list = ['--patterns=' + name + '.pat.txt', '--left-min=' + language.leftmin, '--right-min=' + language.rightmin];
  if (language.exceptions) {
    fs.writeFileSync(name + '.hyp.txt', language.exceptions.split(/,\s?/g).join('\n') + '\n');
    list.push('--exceptions=' + name + '.hyp.txt');
  }
  return list;
}

function hyphbench(list, rule, lines) {
  const args = ['hyphenate', '--word-rule=' + rule, '--mark=' + MARK, ...list];
  const run = spawnSync('hyphbench', args, { input: lines.join('\n') + '\n', encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.error || run.status !== 0) {
    throw run.error || new Error(run.stderr);
  }
  return run.stdout.split('\n').slice(0, -1);
}

class Hypher extends Original {
  constructor(language) {
    super(language);
    this.language = language;
  }

  ask(rule, text) {
    this.flags = this.flags || flags(this.language);
    return hyphbench(this.flags, rule, [text])[0];
  }

  // hyphenate asks for all words of the suite at once: one call takes longer than
  // they do.
  hyphenate(word) {
    if (!this.answers) {
      this.flags = this.flags || flags(this.language);
      const words = require('hypher/test/data.js').words.map((w) => w.split('-').join(''));
      const answers = hyphbench(this.flags, 'hypher', words);
      this.answers = new Map(words.map((w, i) => [w, answers[i]]));
    }
    const answer = this.answers.has(word) ? this.answers.get(word) : this.ask('hypher', word);
    return answer.split(MARK);
  }

  hyphenateText(text) {
    return this.ask('hypher-text', text).split(MARK).join('\u00ad');
  }
}

require.cache[file].exports = Hypher;
