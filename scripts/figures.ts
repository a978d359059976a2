/**
 * Makes docs/figures.md and the README's table of figures from bench/results. `--check` changes nothing and fails when
 * one of them is out of date, when a number was written by hand, or when a result contradicts itself.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../bench/figures.ts';
import { faultsOf, figuresPage, readmeWithFigures } from './figures-page.ts';

const ROOT = process.env.ALMANAC_FIGURES_ROOT ?? join(import.meta.dirname, '..');
const textOf = (name: string): string => {
  try {
    return readFileSync(join(ROOT, name), 'utf8');
  } catch {
    return '';
  }
};

const results = readResults(join(ROOT, 'bench', 'results'));
const readme = textOf('README.md');
const faults = faultsOf(results, readme);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
const files = { 'docs/figures.md': figuresPage(results), 'README.md': readmeWithFigures(readme, results) };
const stale = Object.entries(files).filter(([name, text]) => textOf(name) !== text);
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`Out of date: ${stale.map(([name]) => name).join(', ')}. Run npm run figures and commit the result.`);
    process.exit(1);
  }
} else {
  for (const [name, text] of stale) writeFileSync(join(ROOT, name), text);
  console.log(stale.length === 0 ? 'Everything is up to date.' : `Written: ${stale.map(([name]) => name).join(', ')}.`);
}
