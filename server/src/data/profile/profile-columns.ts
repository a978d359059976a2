import { quoteName } from '../duckdb/duckdb-sql.ts';
import { categoricalColumn, dateColumn, emptyColumn, numberColumn } from './feature-summary.ts';
import { type LargeNumberColumn, largeNumberColumns, largeTextColumn, sampleTexts } from './large-columns.ts';
import type { ColumnProfile } from './profile.types.ts';
import type { KnownColumn } from './read-columns.ts';
import { categoryStatistics, type NumberCounts, type NumberStatistics, numberStatistics } from './statistics.rules.ts';
import { type TextKind, textKind } from './text-kind.ts';
import { assessTimeAxis } from './time-axis.rules.ts';
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
interface PendingColumn extends LargeNumberColumn {
  readonly column: StoredColumn;
  readonly counted: NumberCounts | undefined;
  readonly finish: (
    statistics: NumberStatistics,
    counted: NumberCounts | undefined,
  ) => Promise<ColumnProfile> | ColumnProfile;
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
  source: Source,
  columns: readonly StoredColumn[],
  { dateFormats, known }: Hints,
): Promise<ColumnProfile[]> {
  const few = await fewInHead(source, columns);
  const done: ColumnProfile[] = [];
  const pending: PendingColumn[] = [];
  for (const column of columns) {
    const { name } = column;
    const hint = { few: few.has(name), format: dateFormats[name], known: known.get(name) };
    const met = await profileColumn(source, column, hint);
    if ('column' in met) pending.push(met);
    else done.push(met);
  }
  const many = await largeNumberColumns(
    source,
    pending.filter(({ counted }) => counted === undefined),
  );
  for (const { column, kind, counted, finish } of pending) {
    const statistics = counted === undefined ? many.get(column.name) : numberStatistics(counted, kind);
    const empty = () => emptyColumn(column, source.rows, storedKind(column.type) === 'time' ? 'Date' : 'Numeric');
    done.push(statistics === undefined ? empty() : await finish(statistics, counted));
  }
  return done.sort((a, b) => a.position - b.position);
}

/** Columns that look as if their values could be counted one by one; a wrong guess costs time, nothing else. */
async function fewInHead(source: Source, columns: readonly StoredColumn[]) {
  const all = columns.map(({ name }) => name);
  if (source.rows <= MOST_COUNTED) return new Set(all);
  const counts = all.map((name, i) => `approx_count_distinct(${quoteName(name)}) AS c${i}`);
  const values = all.map(quoteName).join(', ');
  const [row = {}] = await source.session.rows(
    `SELECT ${counts.join(', ')} FROM (SELECT ${values} FROM ${source.sql} LIMIT ${HEAD})`,
  );
  return new Set(all.filter((_, i) => figure(row[`c${i}`]) <= FEW_IN_HEAD));
}

async function profileColumn(
  source: Source,
  column: StoredColumn,
  hint: { readonly few: boolean; readonly format: string | undefined; readonly known: KnownColumn | undefined },
): Promise<ColumnProfile | PendingColumn> {
  const { few, known } = hint;
  const { name, type } = column;
  const stored = storedKind(type);
  const numbers = async (
    kind: 'number' | 'time',
    read: (value: string) => string,
    finish: PendingColumn['finish'],
  ): Promise<PendingColumn> => {
    const counted = known?.numbers ?? (few ? await countNumbers(source, name, read) : undefined);
    return { column, name, read, kind, counted, finish };
  };
  const dates = (format: string, read: (value: string) => string) =>
    numbers('time', read, async (statistics, counted) => {
      const times = counted?.values ?? (await sortedTimes(source, name, read));
      const time = assessTimeAxis({ times, present: statistics.present, missing: source.rows - statistics.present });
      return dateColumn(column, source.rows, { statistics, format, time });
    });
  if (stored === 'number') {
    return numbers(
      'number',
      (value) => storedNumber(type, value),
      (statistics, counted) => numberColumn(column, source.rows, { statistics, counted, featureType: 'Numeric' }),
    );
  }
  if (stored === 'time') return dates(hint.format ?? usualFormat(type), (value) => storedNumber(type, value));

  const texts = known?.texts ?? (few ? await countTexts(source, name) : undefined);
  const sample = texts?.values ?? (await sampleTexts(source, name));
  if (sample.length === 0) return emptyColumn(column, source.rows, stored === 'boolean' ? 'Boolean' : 'Categorical');
  const kind: TextKind = type === 'VARCHAR' ? await textKind(source, name, sample) : { kind: 'names' };
  if (kind.kind === 'date') return dates(kind.format, (value) => readDate(value, kind.format));
  if (kind.kind === 'number') {
    const { featureType, write } = kind;
    return numbers('number', kind.read, (statistics, counted) =>
      numberColumn(column, source.rows, {
        statistics,
        counted,
        featureType,
        ...(featureType === 'Numeric' || featureType === 'Currency' ? {} : { write }),
      }),
    );
  }
  const statistics = texts === undefined ? await largeTextColumn(source, name, sample) : categoryStatistics(texts);
  return categoricalColumn(column, source.rows, statistics, {
    ...(stored === 'boolean' ? { featureType: 'Boolean' as const } : {}),
    ...(kind.kind === 'mixedDates' ? { formats: kind.formats } : {}),
  });
}

function usualFormat(type: string): string {
  if (type === 'DATE') return '%Y-%m-%d';
  return type.includes('TIME ZONE') ? '%Y-%m-%d %H:%M:%S%z' : '%Y-%m-%d %H:%M:%S';
}
