import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName } from '../duckdb/duckdb-sql.ts';
import { dateColumn, emptyColumn, nameColumn, numberColumn } from './feature-summary.ts';
import { type ManyNumbers, manyNames, manyNumbers, sampleTexts } from './large-columns.ts';
import type { ColumnProfile } from './profile.types.ts';
import type { KnownColumn } from './read-columns.ts';
import { type NumberCounts, type NumberFacts, nameFacts, numberFacts } from './statistics.rules.ts';
import { type TextKind, textKind } from './text-kind.ts';
import { timeFit } from './time-axis.rules.ts';
import { readDate, storedKind, storedNumber } from './typed-value.ts';
import {
  countNumbers,
  countTexts,
  figure,
  MOST_COUNTED,
  type Source,
  type StoredColumn,
  sortedTimes,
} from './value-counts.ts';

/** A column of numbers or times whose figures are still to be found. */
interface Waiting extends ManyNumbers {
  readonly column: StoredColumn;
  readonly counted: NumberCounts | undefined;
  readonly finish: (facts: NumberFacts, counted: NumberCounts | undefined) => Promise<ColumnProfile> | ColumnProfile;
}

const HEAD = 20_000;
const FEW_IN_HEAD = 8_000;

export interface Hints {
  readonly dateFormats: Readonly<Record<string, string>>;
  /** Columns that were counted already. */
  readonly known: ReadonlyMap<string, KnownColumn>;
}

/** The profiles of some columns of a table, each scanned as few times as its values allow. */
export async function profileColumns(
  session: DuckdbSession,
  source: Source,
  columns: readonly StoredColumn[],
  { dateFormats, known }: Hints,
): Promise<ColumnProfile[]> {
  const few = await fewInHead(session, source, columns);
  const done: ColumnProfile[] = [];
  const waiting: Waiting[] = [];
  for (const column of columns) {
    const { name } = column;
    const hint = { few: few.has(name), format: dateFormats[name], known: known.get(name) };
    const met = await meet(session, source, column, hint);
    if ('column' in met) waiting.push(met);
    else done.push(met);
  }
  const many = await manyNumbers(
    session,
    source,
    waiting.filter(({ counted }) => counted === undefined),
  );
  for (const { column, kind, counted, finish } of waiting) {
    const facts = counted === undefined ? many.get(column.name) : numberFacts(counted, kind);
    const empty = () => emptyColumn(column, source.rows, storedKind(column.type) === 'time' ? 'Date' : 'Numeric');
    done.push(facts === undefined ? empty() : await finish(facts, counted));
  }
  return done.sort((a, b) => a.position - b.position);
}

/** Columns that look as if their values could be counted one by one; a wrong guess costs time, nothing else. */
async function fewInHead(session: DuckdbSession, source: Source, columns: readonly StoredColumn[]) {
  const all = columns.map(({ name }) => name);
  if (source.rows <= MOST_COUNTED) return new Set(all);
  const counts = all.map((name, i) => `approx_count_distinct(${quoteName(name)}) AS c${i}`);
  const values = all.map(quoteName).join(', ');
  const [row = {}] = await session.rows(
    `SELECT ${counts.join(', ')} FROM (SELECT ${values} FROM ${source.sql} LIMIT ${HEAD})`,
  );
  return new Set(all.filter((_, i) => figure(row[`c${i}`]) <= FEW_IN_HEAD));
}

async function meet(
  session: DuckdbSession,
  source: Source,
  column: StoredColumn,
  hint: { readonly few: boolean; readonly format: string | undefined; readonly known: KnownColumn | undefined },
): Promise<ColumnProfile | Waiting> {
  const { few, known } = hint;
  const { name, type } = column;
  const stored = storedKind(type);
  const numbers = async (
    kind: 'number' | 'time',
    read: (value: string) => string,
    finish: Waiting['finish'],
  ): Promise<Waiting> => {
    const counted = known?.numbers ?? (few ? await countNumbers(session, source, name, read) : undefined);
    return { column, name, read, kind, counted, finish };
  };
  const dates = (format: string, read: (value: string) => string) =>
    numbers('time', read, async (facts, counted) => {
      const times = counted?.values ?? (await sortedTimes(session, source, name, read));
      const time = timeFit({ times, present: facts.present, missing: source.rows - facts.present });
      return dateColumn(column, source.rows, { facts, format, time });
    });
  if (stored === 'number') {
    return numbers(
      'number',
      (value) => storedNumber(type, value),
      (facts, counted) => numberColumn(column, source.rows, { facts, counted, featureType: 'Numeric' }),
    );
  }
  if (stored === 'time') return dates(hint.format ?? usualFormat(type), (value) => storedNumber(type, value));

  const texts = known?.texts ?? (few ? await countTexts(session, source, name) : undefined);
  const sample = texts?.values ?? (await sampleTexts(session, source, name));
  if (sample.length === 0) return emptyColumn(column, source.rows, stored === 'boolean' ? 'Boolean' : 'Categorical');
  const kind: TextKind = type === 'VARCHAR' ? await textKind(session, source, name, sample) : { kind: 'names' };
  if (kind.kind === 'date') return dates(kind.format, (value) => readDate(value, kind.format));
  if (kind.kind === 'number') {
    const { featureType, write } = kind;
    return numbers('number', kind.read, (facts, counted) =>
      numberColumn(column, source.rows, {
        facts,
        counted,
        featureType,
        ...(featureType === 'Numeric' || featureType === 'Currency' ? {} : { write }),
      }),
    );
  }
  const facts = texts === undefined ? await manyNames(session, source, name, sample) : nameFacts(texts);
  return nameColumn(column, source.rows, facts, {
    ...(stored === 'boolean' ? { featureType: 'Boolean' as const } : {}),
    ...(kind.kind === 'mixedDates' ? { formats: kind.formats } : {}),
  });
}

function usualFormat(type: string): string {
  if (type === 'DATE') return '%Y-%m-%d';
  return type.includes('TIME ZONE') ? '%Y-%m-%d %H:%M:%S%z' : '%Y-%m-%d %H:%M:%S';
}
