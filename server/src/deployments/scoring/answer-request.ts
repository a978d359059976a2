import { csvAnswer } from './answer/csv-answer.ts';
import { jsonAnswer } from './answer/json-answer.ts';
import { type Naming, rowNames } from './answer/row-names.ts';
import { PLAINLY, type Shown } from './answer/shown.ts';
import { type ExpressLane, expressLane } from './express-lane.ts';
import type { HotModel } from './hot-model.ts';
import { listed, ScoringRefusal } from './refusal.ts';
import { inUtf8, UnknownCharset } from './rows/charset.ts';
import { type CsvDialect, readCsv } from './rows/read-csv.ts';
import { readJson } from './rows/read-json.ts';
import { type SentRows, TooManyColumns, UnreadableRows, type Wanted } from './rows/sent-rows.ts';
import { scoreRows } from './score-rows.ts';
import { type Asked, PLAIN, type Scored } from './scored.ts';
import { seriesPlanOf } from './series/series-plan.ts';

/** Rows as they came in, and all that was asked about them: what a thread can be sent. */
export interface RowsRequest {
  readonly bytes: Uint8Array;
  readonly format: 'csv' | 'json';
  readonly charset: string | null;
  readonly dialect?: CsvDialect;
  readonly answer: 'csv' | 'json';
  readonly asked: Asked;
  readonly shown: Omit<Shown, 'passthrough'>;
  readonly passthrough: readonly string[] | 'all';
  /** Columns that must be there and filled, whatever the model learned from: what tells predictions apart. */
  readonly demanded: readonly string[];
  readonly naming?: Naming | undefined;
  /** More columns are refused. */
  readonly mostColumns?: number;
}

export const PLAIN_REQUEST: Omit<RowsRequest, 'bytes' | 'format'> = {
  charset: null,
  answer: 'json',
  asked: PLAIN,
  shown: PLAINLY,
  passthrough: [],
  demanded: [],
};

export interface RowsAnswer {
  readonly text: string;
  readonly scored: Scored;
  /** Rows that were sent. */
  readonly rows: number;
  /** What was sent, in UTF-8. */
  readonly bytes: Uint8Array;
}

/** The whole way from bytes to bytes; pure, so it runs on the loop or in a thread. Throws a `ScoringRefusal`. */
export function answerRequest(model: HotModel, request: RowsRequest): RowsAnswer {
  return express(model, request) ?? answerByColumns(model, request);
}

/** Made when a model is first asked. */
const lanes = new WeakMap<HotModel, ExpressLane>();

function express(model: HotModel, request: RowsRequest): RowsAnswer | null {
  let lane = lanes.get(model);
  if (lane === undefined) {
    lane = expressLane(model);
    lanes.set(model, lane);
  }
  return lane(request);
}

function answerByColumns(model: HotModel, request: RowsRequest): RowsAnswer {
  const { bytes, sent } = readRequest(model, request);
  const passthrough = request.passthrough === 'all' ? sent.names : request.passthrough;
  refuseUnknown(passthrough, sent);
  requireFilled(request.demanded, sent);
  refuseFlaw(sent);
  const scored = scoreRows(model, sent, request.asked);
  const names = request.naming && rowNames(request.naming, sent, scored);
  const answered = { model, sent, scored, shown: { ...request.shown, passthrough }, names };
  const text = request.answer === 'csv' ? csvAnswer(answered) : jsonAnswer(answered);
  return { text, scored, rows: sent.rows, bytes };
}

/** The rows of a request in the kinds of the model's columns. */
export function readRequest(model: HotModel, request: RowsRequest): { bytes: Uint8Array; sent: SentRows } {
  const wanted = wantedOf(model, request);
  try {
    const bytes = inUtf8(request.bytes, request.charset);
    const sent = request.format === 'json' ? readJson(bytes, wanted) : readCsv(bytes, wanted, request.dialect);
    return { bytes, sent };
  } catch (error) {
    if (error instanceof TooManyColumns) throw new ScoringRefusal('too-many-columns', error.message);
    if (error instanceof UnreadableRows) throw new ScoringRefusal('unreadable', error.message);
    if (error instanceof UnknownCharset) throw new ScoringRefusal('unknown-charset', error.message);
    throw error;
  }
}

function wantedOf({ columns, serves, bundle }: HotModel, request: RowsRequest): Wanted {
  const { passthrough, demanded, naming } = request;
  const read = { columns, mostColumns: columnLimit(columns.length, request.mostColumns) };
  if (passthrough === 'all') return { ...read, kept: 'all' };
  const told = naming === undefined ? demanded : [...demanded, naming.column];
  if (serves.kind === 'rows') return { ...read, kept: told.length === 0 ? passthrough : [...passthrough, ...told] };
  return { ...read, kept: [...passthrough, ...told, seriesPlanOf(bundle).panel.dateColumn] };
}

/** A model that learned from more columns than the setting allows can be asked all the same. */
export const columnLimit = (modelColumns: number, most = Number.POSITIVE_INFINITY): number =>
  Math.max(most, modelColumns);

function refuseUnknown(passthrough: readonly string[], { kept }: SentRows): void {
  if (passthrough.length === 0) return;
  const unknown = passthrough.filter((name) => !kept.has(name));
  if (unknown.length === 0) return;
  throw new ScoringRefusal(
    'passthrough',
    `passthroughColumns: the rows have no column ${listed(unknown)}. Name columns that are sent.`,
    'passthroughColumns',
  );
}

function requireFilled(demanded: readonly string[], { kept, rows }: SentRows): void {
  for (const name of demanded) {
    const cells = kept.get(name);
    const row = cells === undefined ? 0 : cells.findIndex((cell) => cell === null || cell === '');
    if (row < 0 || rows === 0) continue;
    const what =
      cells === undefined
        ? `The rows have no column ${JSON.stringify(name)}`
        : `Row ${row} has no ${JSON.stringify(name)}`;
    throw new ScoringRefusal(
      'association-id',
      `${what}. This deployment needs it as the association id of every prediction.`,
    );
  }
}

function refuseFlaw({ flaws }: SentRows): void {
  const [first] = flaws;
  if (first === undefined) return;
  const { row, column, text, wanted } = first;
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
  throw new ScoringRefusal(
    'wrong-cell',
    `Row ${row}: ${shown} in column ${JSON.stringify(column)} is not ${wanted}. Correct the cell or leave it empty.`,
  );
}
