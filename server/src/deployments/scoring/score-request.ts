import { type CachedModel, getSeriesPlan } from './cached-model.ts';
import { openFastPath } from './fast-path.ts';
import { writeCsv } from './reply/csv-reply.ts';
import { writeJson } from './reply/json-reply.ts';
import { associationIds } from './reply/reply-context.ts';
import { UnknownCharset } from './rows/charset.ts';
import { readRows } from './rows/read-rows.ts';
import { type SentRows, TooManyColumns, UnreadableRows, type Wanted } from './rows/sent-rows.ts';
import { scoreRows } from './score-rows.ts';
import { invalidCell, listNames, ScoringRefusal } from './scoring-refusal.ts';
import { DEFAULT_OPTIONS, DEFAULT_REPLY, type ScoringReply, type ScoringRequest } from './scoring-request.ts';

export const DEFAULT_REQUEST: Omit<ScoringRequest, 'bytes' | 'format'> = {
  charset: null,
  replyFormat: 'json',
  options: DEFAULT_OPTIONS,
  replyOptions: DEFAULT_REPLY,
  passthrough: [],
  requiredColumns: [],
};

/** From received bytes to the text of the reply. Pure, so it runs inline or in a thread. Throws a `ScoringRefusal`. */
export function scoreRequest(model: CachedModel, request: ScoringRequest): ScoringReply {
  model.fastPath ??= openFastPath(model);
  return model.fastPath(request) ?? scoreColumns(model, request);
}

function scoreColumns(model: CachedModel, request: ScoringRequest): ScoringReply {
  const { bytes, sent } = readRequest(model, request);
  const passthrough = request.passthrough === 'all' ? sent.names : request.passthrough;
  requirePassthrough(passthrough, sent);
  requireFilled(request.requiredColumns, sent);
  refuseInvalidCells(sent);
  const scored = scoreRows(model, sent, request.options);
  const ids = request.generatedIds && associationIds(request.generatedIds, sent, scored);
  const context = { model, sent, scored, options: { ...request.replyOptions, passthrough }, ids };
  const text = request.replyFormat === 'csv' ? writeCsv(context) : writeJson(context);
  return { text, scored, rows: sent.rows, bytes };
}

function readRequest(model: CachedModel, request: ScoringRequest): { bytes: Uint8Array; sent: SentRows } {
  const { requiredColumns, generatedIds } = request;
  const ids = generatedIds === undefined ? requiredColumns : [...requiredColumns, generatedIds.column];
  try {
    return readRows(request, columnsToRead(model, request.passthrough, ids, request.mostColumns));
  } catch (error) {
    if (error instanceof TooManyColumns) throw new ScoringRefusal('too-many-columns', error.message);
    if (error instanceof UnreadableRows) throw new ScoringRefusal('unreadable', error.message);
    if (error instanceof UnknownCharset) throw new ScoringRefusal('unknown-charset', error.message);
    throw error;
  }
}

/** The columns of the model, and those that are also kept as text: passed through, or the association ID. */
export function columnsToRead(
  { columns, scorer, manifest }: CachedModel,
  passthrough: ScoringRequest['passthrough'],
  ids: readonly string[],
  mostColumns?: number,
): Wanted {
  const read = { columns, mostColumns: columnLimit(columns.length, mostColumns) };
  if (passthrough === 'all') return { ...read, kept: 'all' };
  const dates = scorer.kind === 'series' ? [getSeriesPlan(manifest).panel.dateColumn] : [];
  return { ...read, kept: [...passthrough, ...ids, ...dates] };
}

/** A model trained on more columns than the setting allows accepts that many. */
export const columnLimit = (modelColumns: number, most = Number.POSITIVE_INFINITY): number =>
  Math.max(most, modelColumns);

export function requirePassthrough(passthrough: readonly string[], { kept }: SentRows): void {
  if (passthrough.length === 0) return;
  const unknown = passthrough.filter((name) => !kept.has(name));
  if (unknown.length === 0) return;
  throw new ScoringRefusal(
    'passthrough',
    `passthroughColumns: the rows have no column ${listNames(unknown)}. Name columns that are sent.`,
    'passthroughColumns',
  );
}

function requireFilled(requiredColumns: readonly string[], { kept, rows }: SentRows): void {
  for (const name of requiredColumns) {
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

function refuseInvalidCells({ flaws }: SentRows): void {
  const [first] = flaws;
  if (first === undefined) return;
  throw new ScoringRefusal(
    'wrong-cell',
    `Row ${first.row}: ${invalidCell(first)}. Correct the cell or leave it empty.`,
  );
}
