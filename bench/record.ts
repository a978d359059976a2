import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  completeFigure,
  type Figure,
  type Measured,
  pathOfResult,
  RESULTS,
  type Result,
  showMet,
  showNumber,
  showPeer,
  showTarget,
  showValue,
} from './figures.ts';
import { ROOT } from './processes.ts';

export interface Run {
  /** Of the result; by default the name of the program. Given where one program has several results. */
  readonly name?: string;
  /** What the benchmark measures, in a few words. */
  readonly title: string;
  readonly work: Result['work'];
  readonly figures: readonly Measured[];
  /** What a reader must know to judge the figures. */
  readonly note?: string;
  /** False for a run that is too short to be published: it is printed and checked, and not kept. */
  readonly keep?: boolean;
}

/**
 * Prints the figures with their targets and keeps them in bench/results, from where docs/figures.md and the README's table
 * are made. A target that was missed makes the program end with code 1.
 */
export function record(run: Run): void {
  const result = resultOf(run);
  if (run.keep !== false) {
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(pathOfResult(result.name), `${JSON.stringify(result, null, 2)}\n`);
  }
  printResult(result);
  if (result.figures.some(({ met }) => met === false)) process.exitCode = 1;
}

/** The version of an installed npm package, as a peer's is written down. */
export function packageVersion(name: string): string {
  const file = join(ROOT, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function resultOf({ name, title, work, note, figures }: Run): Result {
  const [, program = '', ...args] = process.argv;
  const bench = basename(program, '.ts');
  const part = basename(dirname(program));
  return {
    name: name ?? bench,
    part,
    title,
    command: ['npm run bench --', bench, ...args].join(' '),
    date: new Date().toISOString().slice(0, 10),
    machine: { processor: cpus()[0]?.model.trim() ?? null, cores: cpus().length },
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    work,
    ...(note === undefined ? {} : { note }),
    figures: figures.map(completeFigure),
  };
}

function printResult({ title, figures }: Result): void {
  console.log(`\n${title}`);
  for (const figure of figures) console.log(`  ${lineOf(figure)}`);
  const judged = figures.filter(({ met }) => met !== null);
  if (judged.length > 0) console.log(`${judged.filter(({ met }) => met).length} of ${judged.length} targets met.`);
}

function lineOf(figure: Figure): string {
  const { what, value, unit, peer, ratio, must } = figure;
  const parts = [`${what}: ${showValue(value, unit)}`];
  if (peer !== null) parts.push(showPeer(peer, unit));
  if (ratio !== null) parts.push(`ratio ${showNumber(ratio)}`);
  if (must !== null) parts.push(`target ${showTarget(must, unit)}: ${showMet(figure).replaceAll('*', '') || 'met'}`);
  return parts.join('; ');
}
