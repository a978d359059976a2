import { type CsvChoice, type CsvColumn, csvBody, csvColumns, csvHead, quoteFor } from './answer/csv-answer.ts';
import type { Shown } from './answer/shown.ts';
import type { HotModel } from './hot-model.ts';
import { missingColumns, ScoringRefusal } from './refusal.ts';
import { readCsvRows } from './rows/read-csv.ts';
import { type Flaw, type SentRows, UnreadableRows } from './rows/sent-rows.ts';
import { scoreRows } from './score-rows.ts';
import type { Asked, Scored } from './scored.ts';
import { seriesPlanOf } from './series/series-plan.ts';

/** A job on a long file: what is the same for all its chunks. All of it can be sent to a thread. */
export interface ChunkSpec {
  /** The header of the file. */
  readonly names: readonly string[];
  /** One character each. */
  readonly delimiter: string;
  readonly quote: string;
  readonly asked: Asked;
  readonly shown: Omit<Shown, 'passthrough'>;
  readonly passthrough: readonly string[] | 'all';
  readonly chances: NonNullable<CsvChoice['chances']>;
  /** Adds `prediction_status`: OK, or what was wrong with the row. */
  readonly status: boolean;
  /** Columns of the answer by another name; null leaves one out. */
  readonly renamed: Readonly<Record<string, string | null>>;
}

export interface ChunkAnswer {
  /** Rows of the answer, without a header. */
  readonly csv: string;
  readonly scored: Scored;
  /** Rows that were sent, and those of them without an answer. */
  readonly rows: number;
  readonly failed: number;
  /** What was wrong with the first of them. */
  readonly firstFailure: string | null;
}

export const STATUS_COLUMN = 'prediction_status';

/** The header of the answer, and a refusal where the file cannot be scored at all or columns would clash. */
export function chunkHead(model: HotModel, spec: ChunkSpec): string {
  const there = new Set(spec.names);
  const missing = model.needed.filter((name) => !there.has(name));
  if (missing.length > 0) throw missingColumns(missing);
  const columns = columnsOf(model, spec, emptyRows(model, spec), NOTHING, new Map());
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new ScoringRefusal(
      'passthrough',
      `The answer would have two columns called ${JSON.stringify(twice)}. Rename one.`,
    );
  }
  return csvHead(columns, quoteFor(spec.delimiter, spec.quote), spec.delimiter);
}

/**
 * Scores whole rows of a file, in UTF-8, without its header. Rows that cannot be read are answered with empty cells.
 * A forecaster must be handed all rows at once. Pure: runs in any thread.
 */
export function scoreChunk(model: HotModel, bytes: Uint8Array, spec: ChunkSpec): ChunkAnswer {
  const sent = readChunk(model, bytes, spec);
  const wrong = flawsByRow(sent.flaws);
  if (sent.rows === 0) return { csv: '', scored: NOTHING, rows: 0, failed: 0, firstFailure: null };
  const scored = scoreRows(model, sent, spec.asked);
  const columns = columnsOf(model, spec, sent, scored, wrong);
  const [first] = wrong.values();
  return {
    csv: csvBody(columns, scored.rows, spec.delimiter),
    scored,
    rows: sent.rows,
    failed: wrong.size,
    firstFailure: first ?? null,
  };
}

const NOTHING: Scored = { rows: 0, width: 1, values: new Float64Array(0) };

const byteOf = (character: string): number => character.charCodeAt(0);

function readChunk(model: HotModel, bytes: Uint8Array, spec: ChunkSpec): SentRows {
  const { serves, columns } = model;
  const time = serves.kind === 'series' ? [seriesPlanOf(model.bundle).panel.dateColumn] : [];
  const kept = spec.passthrough === 'all' ? 'all' : [...spec.passthrough, ...time];
  const dialect = { delimiter: byteOf(spec.delimiter), quote: byteOf(spec.quote) };
  try {
    return readCsvRows(bytes, spec.names, { columns, kept }, dialect);
  } catch (error) {
    if (error instanceof UnreadableRows) throw new ScoringRefusal('unreadable', error.message);
    throw error;
  }
}

const emptyRows = (model: HotModel, spec: ChunkSpec): SentRows => readChunk(model, new Uint8Array(0), spec);

function flawsByRow(flaws: readonly Flaw[]): Map<number, string> {
  const wrong = new Map<number, string>();
  for (const { row, column, text, wanted } of flaws) {
    if (wrong.has(row)) continue;
    const shown = JSON.stringify(text.slice(0, 80));
    wrong.set(
      row,
      column === ''
        ? `The row has ${text}, not ${wanted}`
        : `${shown} in column ${JSON.stringify(column)} is not ${wanted}`,
    );
  }
  return wrong;
}

function columnsOf(
  model: HotModel,
  spec: ChunkSpec,
  sent: SentRows,
  scored: Scored,
  wrong: ReadonlyMap<number, string>,
): CsvColumn[] {
  const passthrough = spec.passthrough === 'all' ? spec.names : spec.passthrough;
  const quote = quoteFor(spec.delimiter, spec.quote);
  const shape = scored === NOTHING ? shapeOf(model, spec.asked) : scored;
  const answered = { model, sent, scored: shape, shown: { ...spec.shown, passthrough } };
  const all = csvColumns(answered, { chances: spec.chances, quote });
  const said = all.slice(0, all.length - passthrough.length).map((column) => silentWhere(column, wrong));
  const status = { name: STATUS_COLUMN, cell: (row: number) => quote(wrong.get(row) ?? 'OK') };
  const columns = [...said, ...(spec.status ? [status] : []), ...all.slice(all.length - passthrough.length)];
  return columns.flatMap((column) => {
    const name = Object.hasOwn(spec.renamed, column.name) ? spec.renamed[column.name] : column.name;
    return name === null || name === undefined ? [] : [name === column.name ? column : { ...column, name }];
  });
}

const silentWhere = (column: CsvColumn, wrong: ReadonlyMap<number, string>): CsvColumn =>
  wrong.size === 0 ? column : { name: column.name, cell: (row) => (wrong.has(row) ? '' : column.cell(row)) };

/** An answer without rows that has all the columns an answer would have. */
function shapeOf(model: HotModel, asked: Asked): Scored {
  const none = new Float64Array(0);
  const width = model.target.type === 'Multiclass' ? model.target.classes.length : 1;
  const intervals = asked.intervals.map((percent) => ({ percent, low: none, high: none }));
  const empty = { series: [], times: none, points: none, distances: new Int32Array(0), rowIds: new Int32Array(0) };
  const most = Number.isFinite(asked.mostReasons) ? asked.mostReasons : model.needed.length;
  const classes =
    model.target.type === 'Multiclass' ? (asked.classNames?.length ?? Math.min(asked.topClasses, width)) : 1;
  return {
    rows: 0,
    width,
    values: none,
    ...(model.serves.kind === 'series' ? { forecasts: { ...empty, intervals } } : {}),
    ...(asked.mostReasons > 0 ? { reasons: { algorithm: asked.algorithm, most, classes, rows: [] } } : {}),
  };
}
