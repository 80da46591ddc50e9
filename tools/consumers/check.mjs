// Puzzles of all kinds in LaTeX, in KaTeX and MathJax 3 and 4: each must take it, and show the same letters and digits. Answers and
// explanations in JSON, against their schemas in ajv's strict mode.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv/dist/2020.js';
import katex from 'katex';

const [program, every, schemas] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const puzzles = JSON.parse(readFileSync(new URL('puzzles.json', import.meta.url)));
const chosen = puzzles.filter((_, place) => place % Number(every) === 0);
const faults = [];
let tried = 0;

// What the program prints; nothing for a text that it refuses.
const printed = (...words) => {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return error.status === 1 ? error.stdout : '';
  }
};

const fault = (reader, what, why) => faults.push(`${reader}: ${why}\n${what}`);

// MathJax 3 and 4, each as a function from LaTeX to MathML.
const three = () => {
  const { mathjax } = require('mathjax-full/js/mathjax.js');
  const { TeX } = require('mathjax-full/js/input/tex.js');
  const { SerializedMmlVisitor } = require('mathjax-full/js/core/MmlTree/SerializedMmlVisitor.js');
  const { liteAdaptor } = require('mathjax-full/js/adaptors/liteAdaptor.js');
  const { RegisterHTMLHandler } = require('mathjax-full/js/handlers/html.js');
  const { STATE } = require('mathjax-full/js/core/MathItem.js');
  require('mathjax-full/js/input/tex/AllPackages.js');
  RegisterHTMLHandler(liteAdaptor());
  const page = mathjax.document('', { InputJax: new TeX({ packages: ['base', 'ams', 'newcommand', 'noundefined'] }) });
  const visitor = new SerializedMmlVisitor();
  return (latex) => visitor.visitTree(page.convert(latex, { display: true, end: STATE.CONVERT }));
};
const four = async () => {
  const loaded = await require('mathjax/node-main.cjs').init({ loader: { load: ['input/tex'] } });
  return (latex) => loaded.tex2mmlPromise(latex, { display: true });
};

// Letters and digits in any order: formulas have those above a bar before those below it.
const signs = (text) => [...text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')].sort().join('');
const shown = (mathml) =>
  mathml
    .replace(/<annotation.*?<\/annotation>/gs, '')
    .replace(/<mphantom>.*?<\/mphantom>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&\w+;/g, '');

const readers = {
  'KaTeX 0.19': (latex) => katex.renderToString(latex, { displayMode: true, output: 'mathml', strict: 'ignore' }),
  'MathJax 3.2': three(),
  'MathJax 4.1': await four(),
};

for (const text of chosen) {
  for (const form of [[], ['--as', 'drawing'], ['--blank-sheet']]) {
    const words = ['draw', ...form, `--format=latex`, text];
    const formulas = printed(...words).matchAll(/\\\[ (.*?) \\\]/gs);
    const plain = form[0] === '--blank-sheet' ? '' : signs(printed(...words.with(-2, '--format=text')));
    for (const [, latex] of formulas) {
      // A period is typed twice and shown once, a root may have a degree, and a remainder is a word.
      const isSame = plain !== '' && !/\\overline|\\sqrt\[|\\bmod/.test(latex);
      for (const [reader, read] of Object.entries(readers)) {
        tried += 1;
        try {
          const mathml = await read(latex);
          if (/merror|"red"/.test(mathml)) fault(reader, latex, 'an error');
          else if (isSame && signs(shown(mathml)) !== plain) fault(reader, latex, `${signs(shown(mathml))} of ${plain}`);
        } catch (error) {
          fault(reader, latex, error.message);
        }
      }
    }
  }
}

const ajv = new Ajv({ strict: true });
const validators = Object.fromEntries(
  readdirSync(schemas).map((name) => [name, ajv.compile(JSON.parse(readFileSync(`${schemas}/${name}`)))]),
);
for (const text of chosen) {
  for (const [name, ...words] of [
    ['answer.schema.json', '--first=3', '--timeout=5s'],
    ['explanation.schema.json', 'explain', '--timeout=5s'],
  ]) {
    const json = printed(...words, '--format=json', text);
    if (json === '') continue;
    tried += 1;
    const isValid = validators[name];
    if (!isValid(JSON.parse(json))) fault(name, text, ajv.errorsText(isValid.errors));
  }
}

console.log(`${tried} documents of ${chosen.length} puzzles`);
if (faults.length > 0 || tried < chosen.length) {
  console.error(`${faults.length} faults:\n${faults.slice(0, 20).join('\n')}`);
  process.exit(1);
}
process.exit(0);
