import { HOUR_MS } from '../scope/period.rules.ts';
import type { Definition } from './metric.schema.ts';

/** A batch is kept whole, under the first hour there is. */
const WHOLE_BATCH = 0;
/** Clients write local time without an offset, which is taken for UTC: up to fourteen hours too late. */
const AHEAD_MS = 24 * HOUR_MS;

export interface Segment {
  readonly name: string;
  readonly value: string;
}

/** One reported figure: of a point in time or of a batch. */
export interface MetricValue {
  readonly metricId: string;
  readonly value: number;
  /** Of metrics that count names: which; empty for one nobody announced. */
  readonly category: string;
  readonly samples: number;
  readonly batchId: string | null;
  readonly at: number;
  readonly segments: readonly Segment[];
}

export interface MetricSum {
  readonly metricId: string;
  readonly batchId: string | null;
  readonly attribute: string;
  readonly segment: string;
  readonly category: string;
  readonly hour: number;
  samples: number;
  total: number;
  weighted: number;
  lastAt: number;
  last: number;
}

/** Adds values to sums: all together, and once more for each of their segments. */
export class MetricSums {
  readonly #sums = new Map<string, MetricSum>();

  get all(): readonly MetricSum[] {
    return [...this.#sums.values()];
  }

  get size(): number {
    return this.#sums.size;
  }

  get batchIds(): readonly string[] {
    return [...new Set(this.all.flatMap(({ batchId }) => batchId ?? []))];
  }

  add(value: MetricValue): void {
    this.#count(value, '', '');
    const { segments } = value;
    for (const [at, { name, value: of }] of segments.entries()) {
      const isFirst = at === 0 || segments.findIndex((one) => one.name === name && one.value === of) === at;
      if (isFirst) this.#count(value, name, of);
    }
  }

  #count({ metricId, batchId, category, at, value, samples }: MetricValue, attribute: string, segment: string): void {
    const hour = batchId === null ? Math.floor(at / HOUR_MS) * HOUR_MS : WHOLE_BATCH;
    // No text that is kept holds the character between the parts.
    const key = `${metricId}\0${batchId}\0${hour}\0${category}\0${attribute}\0${segment}`;
    const known = this.#sums.get(key);
    if (known === undefined) {
      const place = { metricId, batchId, attribute, segment, category, hour };
      this.#sums.set(key, { ...place, samples, total: value, weighted: value * samples, lastAt: at, last: value });
      return;
    }
    known.samples += samples;
    known.total += value;
    known.weighted += value * samples;
    if (at >= known.lastAt) Object.assign(known, { lastAt: at, last: value });
  }
}

/** A number as it is, or a name as one of the categories; a sentence when it is neither. */
export function countedAs(
  { type, categories = [] }: Pick<Definition, 'type' | 'categories'>,
  value: number | string,
): { readonly value: number; readonly category: string } | string {
  if (type === 'categorical') {
    const known = categories.some((category) => category.value === String(value));
    return { value: 0, category: known ? String(value) : '' };
  }
  if (typeof value === 'number') return { value, category: '' };
  return `"${value}" is no number, and metrics of type ${type} have numbers`;
}

/** Null when the time will do. */
export function wrongTime(at: number, now: Date): string | null {
  const text = () => new Date(at).toISOString();
  if (at < 0) return `${text()} is before 1970`;
  if (at > now.getTime() + AHEAD_MS) return `${text()} is in the future; values are of the past, up to now`;
  return null;
}
