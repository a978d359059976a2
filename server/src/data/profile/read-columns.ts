import { quoteName } from '../duckdb/duckdb-sql.ts';
import type { NumberCounts, TextCounts } from './statistics.rules.ts';
import { storedKind, storedNumber } from './typed-value.ts';
import { figure, LONGEST_LABEL, type Source, type StoredColumn } from './value-counts.ts';

/** What was counted outside DuckDB: every value of a column of a short table. */
export interface KnownColumn {
  readonly numbers?: NumberCounts;
  readonly texts?: TextCounts;
  /** Different for columns that differ in any row, as far as 32 bits go. */
  readonly fingerprint: number;
}

const isNumber = ({ type }: StoredColumn) => ['number', 'time'].includes(storedKind(type));

/**
 * All values of some columns of a short table, in one scan: a statement for each of thousands of columns would cost more
 * than the counting. Columns with long texts are left out.
 */
export async function readColumns(source: Source, columns: readonly StoredColumn[]): Promise<Map<string, KnownColumn>> {
  const short = await withoutLongTexts(source, columns);
  if (short.length === 0) return new Map();
  const wanted = short.map((column) => {
    const name = quoteName(column.name);
    return isNumber(column) ? storedNumber(column.type, name) : `${name}::VARCHAR`;
  });
  const { chunks } = await source.session.stream(`SELECT ${wanted.join(', ')} FROM ${source.sql}`);
  const counters = short.map((column) => (isNumber(column) ? numberCounter() : textCounter()));
  for await (const chunk of chunks) {
    for (const [i, counter] of counters.entries()) for (const value of chunk.getColumnValues(i)) counter.add(value);
  }
  return new Map(short.map(({ name }, i) => [name, counters[i]?.done() ?? { fingerprint: 0 }]));
}

async function withoutLongTexts(source: Source, columns: readonly StoredColumn[]) {
  const texts = columns.filter((column) => !isNumber(column));
  if (texts.length === 0) return columns;
  const longest = texts.map(({ name }, i) => `max(strlen(${quoteName(name)}::VARCHAR)) AS l${i}`);
  const [row = {}] = await source.session.rows(`SELECT ${longest.join(', ')} FROM ${source.sql}`);
  const long = new Set(texts.filter((_, i) => figure(row[`l${i}`]) > LONGEST_LABEL));
  return columns.filter((column) => !long.has(column));
}

interface Counter {
  add(value: unknown): void;
  done(): KnownColumn;
}

/** One step of FNV-1a over 32 bits at a time. */
const mix = (hash: number, word: number): number => Math.imul(hash ^ word, 0x01000193);
const START = 0x811c9dc5;

function numberCounter(): Counter {
  const counts = new Map<number, number>();
  const bits = new Float64Array(1);
  const words = new Uint32Array(bits.buffer);
  let hash = START;
  return {
    add(value) {
      if (value === null) {
        hash = mix(hash, 0x7ff8dead);
        return;
      }
      const number = Number(value) + 0;
      bits[0] = number;
      hash = mix(mix(hash, words[0] ?? 0), words[1] ?? 0);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    },
    done() {
      const values = Float64Array.from(counts.keys()).sort();
      return { fingerprint: hash, numbers: { values, counts: values.map((value) => counts.get(value) ?? 0) } };
    },
  };
}

function textCounter(): Counter {
  const counts = new Map<string, number>();
  let hash = START;
  return {
    add(value) {
      if (value === null) {
        hash = mix(hash, 0x1f0000);
        return;
      }
      const text = String(value);
      for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
      hash = mix(hash, 0x1ffff);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    },
    done() {
      const values = [...counts.keys()];
      // Characters as people count them, not halves of pairs.
      const lengths = values.map((text) => (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length));
      return { fingerprint: hash, texts: { values, counts: [...counts.values()], lengths } };
    },
  };
}
