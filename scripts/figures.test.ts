import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { completeFigure, type Measured, type Result, readResults, showNumber } from '../bench/figures.ts';
import { faultsOf, figuresPage, README_BEGIN, README_END, readmeWithFigures } from './figures-page.ts';

const ROOT = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'almanac-figures-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const results = readResults(join(ROOT, 'bench', 'results'));

const figure = (more: Partial<Measured>) => completeFigure({ id: 'one', what: 'One', value: 10, unit: 'ms', ...more });
const aResult = (...figures: Result['figures']): Result => ({
  ...{ name: 'probe', part: 'data', title: 'A probe', command: 'npm run bench -- probe', date: null, load: null },
  ...{ machine: { processor: null, cores: null }, work: {}, figures },
});
const peer = (value: number | null) => ({ name: 'DuckDB', version: '1.5', value });

/** Runs a program of ours and gives its exit code. */
async function codeOf(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  try {
    await promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'under-node.js'), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
    });
    return 0;
  } catch (error) {
    return (error as { code: number }).code;
  }
}

describe('a figure', () => {
  test.each([
    [{ must: '< 10' }, false],
    [{ must: '<= 10' }, true],
    [{ must: '> 10' }, false],
    [{ must: '>= 10' }, true],
    [{ must: '= 10' }, true],
    [{ must: '= 0' }, false],
    [{ must: '7 ± 3' }, true],
    [{ must: '6.9 ± 3' }, false],
    [{ peer: peer(20), mustRatio: '<= 0.5' }, true],
    [{ peer: peer(20), mustRatio: '< 0.5' }, false],
    [{ peer: peer(20), ratio: 0.6, mustRatio: '<= 0.5' }, false],
    [{ value: Number.NaN, must: '< 10' }, false],
  ] as [Partial<Measured>, boolean][])('%j is met: %s', (more, met) => {
    expect(figure(more).met).toBe(met);
  });

  test('without a target is neither met nor missed, and so is one whose peer did not run', () => {
    expect(figure({}).met).toBeNull();
    expect(figure({ peer: peer(null), mustRatio: '<= 1' }).met).toBeNull();
  });

  test('near 1 is shown with the digit that decides', () => {
    expect([showNumber(1.0119), showNumber(0.69208), showNumber(12238), showNumber(1e-7)]).toEqual([
      '1.012',
      '0.692',
      '12,238',
      '1.0e-7',
    ]);
  });
});

describe('a benchmark', () => {
  const run = (must: string) => {
    const program = join(scratch, 'data', 'probe.ts');
    mkdirSync(join(scratch, 'data'), { recursive: true });
    const call = `record({ title: 'A probe', work: {}, figures: [{ id: 'one', what: 'One', value: 10, unit: 'ms', must: '${must}' }] });`;
    writeFileSync(program, `import { record } from '${join(ROOT, 'bench', 'record.ts')}';\n${call}\n`);
    return codeOf([program, 'large'], { ALMANAC_BENCH_RESULTS: join(scratch, 'results') });
  };

  test('that misses its target ends with code 1, and keeps the result as missed', async () => {
    expect(await run('< 5')).toBe(1);
    const [kept] = readResults(join(scratch, 'results'));
    expect(kept).toMatchObject({ name: 'probe', part: 'data', command: 'npm run bench -- probe large' });
    expect(kept?.figures[0]).toMatchObject({ value: 10, met: false, must: { of: 'value', operator: '<', number: 5 } });
    expect(kept?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('that meets its target ends with code 0', async () => {
    expect(await run('< 50')).toBe(0);
    expect(readResults(join(scratch, 'results'))[0]?.figures[0]?.met).toBe(true);
  });
});

describe('docs/figures.md', () => {
  test('shows a miss as a miss, in its part and among the missed targets', () => {
    const page = figuresPage([aResult(figure({ must: '< 5' }), figure({ id: 'two', what: 'Two', must: '< 50' }))]);
    expect(page).toContain('**1 of 2 targets met.** 1 missed.');
    expect(page.match(/\| One \| 10 ms \|.*\| under 5 ms \| \*\*missed\*\* \|/g)).toHaveLength(1);
    expect(page).toContain('| A probe: One | 10 ms |  | under 5 ms | `npm run bench -- probe` |');
    expect(page).toContain('| Part 2: data | 2 | 1 | 1 |');
  });

  test('does not count a target whose peer did not run as met', () => {
    const page = figuresPage([aResult(figure({ peer: peer(null), mustRatio: '<= 1' }))]);
    expect(page).toContain('**0 of 0 targets met.** 0 missed. 1 more could not be judged');
  });

  test('has every figure of every result, with value, peer, version, machine, date and command', () => {
    const page = figuresPage(results);
    for (const { command, date } of results) {
      expect(page).toContain(`\`${command}\``);
      if (date !== null) expect(page).toContain(date);
    }
    const shown = figuresPage([
      {
        ...aResult(figure({ peer: peer(20) })),
        date: '2026-01-02',
        machine: { processor: 'A chip', cores: 2 },
        load: 3,
      },
    ]);
    expect(shown).toContain('`npm run bench -- probe`, 2026-01-02, A chip, 2 cores, load 3.');
    expect(shown).toContain('| One | 10 ms | DuckDB (1.5): 20 ms | 0.5x |');
  });
});

describe('the check', () => {
  test('finds no fault in the results and the README of this repository', () => {
    expect(faultsOf(results, readme)).toEqual([]);
  });

  test('finds a result that says met and is not', () => {
    const liar = { ...figure({ must: '< 5' }), met: true };
    expect(faultsOf([aResult(liar)], readme)).toEqual(['probe/one: says met, which its value and target do not.']);
  });

  test('finds two figures with one id, and a part that does not exist', () => {
    const twice = { ...aResult(figure({}), figure({})), part: 'attic' };
    expect(faultsOf([twice], readme)).toEqual(['probe: there is no part attic.', 'probe: two figures have one id.']);
  });

  test('finds a number that was written into the section by hand', () => {
    const boast = readme.replace(README_END, `${README_END}\n\nTwice as fast: 2x.`);
    expect(faultsOf(results, boast)).toHaveLength(1);
  });

  test('makes the table of the README anew from the results, whatever stood there', () => {
    const forged = readme.replace(/^\| Acknowledged writes lost.*$/m, '| Acknowledged writes lost | 0 of 1,000,000 |');
    expect(forged).not.toBe(readme);
    expect(readmeWithFigures(forged, results)).toBe(readme);
  });

  test('refuses a README whose figure is not in the results, or that has no table', () => {
    const without = results.filter(({ name }) => name !== 'kill9');
    expect(() => readmeWithFigures(readme, without)).toThrow('kill9/lost, which is not in bench/results');
    expect(() => readmeWithFigures(readme.replace(README_BEGIN, ''), results)).toThrow('no table of figures');
  });

  test('fails as a command when a published number differs from the results, and passes when it does not', async () => {
    const copy = join(scratch, 'copy');
    for (const path of ['README.md', 'docs/figures.md', 'bench/results'])
      cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    const check = () => codeOf([join(ROOT, 'scripts', 'figures.ts'), '--check'], { ALMANAC_FIGURES_ROOT: copy });
    expect(await check()).toBe(0);
    const change = (path: string, from: RegExp, to: string) => {
      const text = readFileSync(join(copy, path), 'utf8');
      writeFileSync(join(copy, path), text.replace(from, to));
      return () => writeFileSync(join(copy, path), text);
    };
    for (const [path, from, to] of [
      ['README.md', /(Training boosted trees[^|]*\| )/, '$19'],
      ['docs/figures.md', /\*\*\d+ of/, '**9999 of'],
      ['bench/results/kill9.json', /"value": \d+/, '"value": 9999'],
    ] as const) {
      const undo = change(path, from, to);
      expect(await check(), path).toBe(1);
      undo();
    }
    expect(await check()).toBe(0);
  });
});
