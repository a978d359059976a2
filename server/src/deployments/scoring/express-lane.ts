import { isUtf8 } from 'node:buffer';
import { EnsembleModel } from '@almanac/engine';
import { jsonAnswer } from './answer/json-answer.ts';
import { PLAINLY } from './answer/shown.ts';
import type { RowsAnswer, RowsRequest } from './answer-request.ts';
import type { HotModel } from './hot-model.ts';
import { dateReader } from './rows/date-cell.ts';
import { numberIn, truthIn } from './rows/number-cell.ts';
import type { SentRows } from './rows/sent-rows.ts';

/**
 * The way of a few rows of JSON through one ensemble of trees: straight from the parsed objects into the numbers trees
 * read, without columns in between. For one row that is a quarter of the time. It answers only what is plain; whatever
 * it hesitates at (a wrong cell, a missing column, an option) it leaves to the usual way, which then says what is wrong.
 */
export type ExpressLane = (request: RowsRequest) => RowsAnswer | null;

/** A row's cell as the trees see it; undefined where the usual way must decide. */
type ReadCell = (value: unknown) => number | undefined;

interface Lane {
  readonly names: readonly string[];
  readonly cells: readonly ReadCell[];
}

/** More rows are quicker in blocks. */
const MOST_ROWS = 8;
const MOST_BYTES = 64 * 1024;

export function expressLane(model: HotModel): ExpressLane {
  const { columns, serves, bundle } = model;
  const [alone] = serves.kind === 'rows' ? serves.members : [];
  const whole = serves.kind === 'rows' && serves.members.length === 1 && serves.weights[0] === 1;
  const lane =
    whole && bundle.transforms.length === 0 && alone instanceof EnsembleModel ? laneOf(alone, columns) : null;
  if (lane === null || !(alone instanceof EnsembleModel)) return () => null;
  const outputs = alone.ensemble.starts.length;
  const row = new Float32Array(lane.names.length);
  const out = new Float64Array(outputs);
  return (request) => {
    if (!isPlain(request)) return null;
    const rows = rowsIn(request.bytes);
    if (rows === null) return null;
    const values = new Float64Array(rows.length * outputs);
    for (let r = 0; r < rows.length; r++) {
      if (!fill(row, lane, rows[r])) return null;
      alone.predictor.row(row, out);
      for (let k = 0; k < outputs; k++) values[r * outputs + k] = out[k] as number;
    }
    const scored = { rows: rows.length, width: outputs, values };
    const shown = { ...request.shown, passthrough: PLAINLY.passthrough };
    const text = jsonAnswer({ model, sent: NOTHING_KEPT, scored, shown });
    return { text, scored, rows: rows.length, bytes: request.bytes };
  };
}

const NOTHING_KEPT: SentRows = { rows: 0, names: [], frame: { rows: 0, columns: [] }, kept: new Map(), flaws: [] };

/** A name, its quotes, a colon, a value and a comma: fewer bytes hold no more columns. */
const LEAST_CELL_BYTES = 5;

const isPlain = ({
  format,
  charset,
  answer,
  asked,
  passthrough,
  demanded,
  naming,
  bytes,
  mostColumns = Number.POSITIVE_INFINITY,
}: RowsRequest): boolean =>
  format === 'json' &&
  answer === 'json' &&
  charset === null &&
  asked.mostReasons === 0 &&
  passthrough.length === 0 &&
  demanded.length === 0 &&
  naming === undefined &&
  bytes.length < MOST_BYTES &&
  bytes.length < mostColumns * LEAST_CELL_BYTES;

function rowsIn(bytes: Uint8Array): readonly unknown[] | null {
  if (!isUtf8(bytes)) return null;
  try {
    const sent: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
    return Array.isArray(sent) && sent.length > 0 && sent.length <= MOST_ROWS ? sent : null;
  } catch {
    return null;
  }
}

function fill(into: Float32Array, { names, cells }: Lane, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return false;
  const row = sent as Readonly<Record<string, unknown>>;
  for (let f = 0; f < names.length; f++) {
    const cell = (cells[f] as ReadCell)(row[names[f] as string]);
    if (cell === undefined) return false;
    into[f] = cell;
  }
  return true;
}

/** Null where a feature is made of more than its cell. */
function laneOf({ ensemble }: EnsembleModel, columns: HotModel['columns']): Lane | null {
  const known = new Map(columns.map((column) => [column.name, column]));
  const cells: ReadCell[] = [];
  for (const { name, kind, origin, levels } of ensemble.features) {
    const column = known.get(name);
    if (column === undefined || kind === 'words') return null;
    if (kind === 'category') cells.push(categoryCell(levels));
    else if (column.kind === 'numeric') cells.push(numberCell(origin, numberIn));
    else if (column.kind === 'boolean') cells.push(truthCell);
    else if (column.kind === 'date') cells.push(dateCell(origin, dateReader(column.dateFormat)));
    else return null;
  }
  // A column the model was trained with and does not use must be sent all the same: the usual way looks.
  const used = new Set(ensemble.features.map(({ name }) => name));
  for (const { name, needed } of columns) if (needed && !used.has(name)) return null;
  return { names: ensemble.features.map(({ name }) => name), cells };
}

const finite = (value: number | undefined): number | undefined =>
  value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? undefined : value;

const numberCell =
  (origin: number, read: (text: string) => number | undefined): ReadCell =>
  (value) => {
    if (typeof value === 'number') return finite(value - origin);
    if (value === null) return Number.NaN;
    return typeof value === 'string' ? read(value) : undefined;
  };

const truthCell: ReadCell = (value) => {
  if (value === true || value === 1) return 1;
  if (value === false || value === 0) return 0;
  if (value === null) return Number.NaN;
  return typeof value === 'string' ? truthIn(value) : undefined;
};

const dateCell =
  (origin: number, read: (text: string) => number | undefined): ReadCell =>
  (value) => {
    if (value === null) return Number.NaN;
    const time = typeof value === 'string' ? read(value) : undefined;
    return time === undefined ? undefined : time - origin;
  };

function categoryCell(levels: readonly string[]): ReadCell {
  const place = new Map(levels.map((level, at) => [level, at]));
  return (value) => {
    if (typeof value === 'string') return place.get(value) ?? Number.NaN;
    if (value === null) return Number.NaN;
    // Long integers have lost digits here; the usual way keeps them.
    if (typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value))) {
      return place.get(String(value)) ?? Number.NaN;
    }
    return typeof value === 'boolean' ? (place.get(String(value)) ?? Number.NaN) : undefined;
  };
}
