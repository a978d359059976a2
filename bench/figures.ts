import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Operator = '<' | '<=' | '=' | '>=' | '>';

/** What a number must be: `'< 20'`, or `'80 ± 3'` where it has to lie near another. */
export type Bound = `${Operator} ${number}` | `${number} ± ${number}`;

export interface Peer {
  readonly name: string;
  /** Null where nobody wrote it down. */
  readonly version: string | null;
  /** Null where the peer did not run. */
  readonly value: number | null;
}

/** A figure as a benchmark gives it. */
export interface Measured {
  /** Stable within its result: README and docs refer to it as `result/id`. */
  readonly id: string;
  /** What is measured, in plain words. */
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly peer?: Peer | null;
  /** Of our value to the peer's; by default the one over the other. Given where it is a median of ratios. */
  readonly ratio?: number;
  /** Target of the value. */
  readonly must?: Bound;
  /** Target of the ratio. */
  readonly mustRatio?: Bound;
  readonly note?: string;
}

export interface Target {
  readonly of: 'value' | 'ratio';
  readonly operator: Operator | '±';
  readonly number: number;
  /** Of `±`: the number that the value has to lie near. */
  readonly around?: number;
}

export interface Figure {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly peer: Peer | null;
  readonly ratio: number | null;
  readonly must: Target | null;
  /** Null where there is no target. */
  readonly met: boolean | null;
  readonly note?: string;
}

/** One run of one benchmark, as it is kept in bench/results. */
export interface Result {
  readonly name: string;
  /** The folder of the program: a part of the platform, `engine` or `server`. */
  readonly part: string;
  readonly title: string;
  readonly command: string;
  readonly date: string | null;
  readonly machine: { readonly processor: string | null; readonly cores: number | null };
  /** One-minute load average at the end of the run. */
  readonly load: number | null;
  /** The work's parameters. */
  readonly work: Readonly<Record<string, string | number | boolean>>;
  readonly note?: string;
  readonly figures: readonly Figure[];
}

export const RESULTS = process.env.ALMANAC_BENCH_RESULTS ?? join(import.meta.dirname, 'results');

export const pathOfResult = (name: string, folder = RESULTS): string => join(folder, `${name}.json`);

/** Every result in the folder, by name. */
export function readResults(folder = RESULTS): Result[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Result);
}

function targetOf({ must, mustRatio }: Measured): Target | null {
  const bound = must ?? mustRatio;
  if (bound === undefined) return null;
  const of = must === undefined ? 'ratio' : 'value';
  const [first = '', second = '', third] = bound.split(' ');
  return third === undefined
    ? { of, operator: first as Operator, number: Number(second) }
    : { of, operator: '±', number: Number(third), around: Number(first) };
}

/** Whether a number is within the target; a number that is missing or no number is not. */
export function isMet({ operator, number, around = 0 }: Target, value: number | null): boolean {
  if (value === null || Number.isNaN(value)) return false;
  if (operator === '±') return Math.abs(value - around) <= number + 1e-9;
  if (operator === '<') return value < number;
  if (operator === '<=') return value <= number;
  if (operator === '>') return value > number;
  return operator === '>=' ? value >= number : value === number;
}

/** The figure with its ratio, its target and whether it was met. A target against a peer that did not run is open. */
export function completeFigure(measured: Measured): Figure {
  const { id, what, value, unit, peer = null, note } = measured;
  const ratio = measured.ratio ?? (peer?.value == null ? null : value / peer.value);
  const must = targetOf(measured);
  const judged = must?.of === 'ratio' ? ratio : value;
  const met = must === null || (must.of === 'ratio' && ratio === null) ? null : isMet(must, judged);
  return { id, what, value, unit, peer, ratio, must, met, ...(note === undefined ? {} : { note }) };
}

const shorten = (value: number): string =>
  // Near 1 the third digit decides whether a target is met.
  Number(value.toPrecision(Math.abs(value) >= 0.9 && Math.abs(value) < 1.1 ? 4 : 3)).toLocaleString('en', {
    maximumFractionDigits: 12,
  });

/** A number as people read it: whole numbers in full, others in three digits. */
export function showNumber(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return Math.abs(value) < 0.001 ? value.toExponential(1) : shorten(value);
}

export const showValue = (value: number, unit: string): string =>
  unit === '' ? showNumber(value) : `${showNumber(value)} ${unit}`;

/** A target in words. */
export function showTarget({ of, operator, number, around }: Target, unit: string): string {
  const words = { '<': 'under', '<=': 'at most', '>=': 'at least', '>': 'above', '=': '', '±': '' }[operator];
  if (operator === '±') return `${showNumber(around ?? 0)} ± ${showValue(number, unit)}`;
  return `${words} ${of === 'ratio' ? `${showNumber(number)}x` : showValue(number, unit)}`.trim();
}

export const showMet = ({ met, must }: Figure): string =>
  must === null ? '' : met === null ? 'peer did not run' : met ? 'met' : '**missed**';

export const showPeer = ({ name, version, value }: Peer, unit: string): string =>
  `${name}${version === null ? '' : ` (${version})`}${value === null ? '' : `: ${showValue(value, unit)}`}`;
