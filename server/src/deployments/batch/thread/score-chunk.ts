import type { CachedModel } from '../../scoring/cached-model.ts';
import { type CsvColumn, csvColumns, quoteCell } from '../../scoring/reply/csv-reply.ts';
import { type AssociationIds, associationIds } from '../../scoring/reply/reply-context.ts';
import { toUtf8 } from '../../scoring/rows/charset.ts';
import { type MalformedRow, splitMalformedRows } from '../../scoring/rows/csv-records.ts';
import { readRows } from '../../scoring/rows/read-rows.ts';
import { type SentRows, TooManyColumns, UnreadableRows } from '../../scoring/rows/sent-rows.ts';
import { columnsToRead } from '../../scoring/score-request.ts';
import { scoreRows } from '../../scoring/score-rows.ts';
import { invalidCell, ScoringRefusal } from '../../scoring/scoring-refusal.ts';
import type { ScoredForecasts, ScoredRows } from '../../scoring/scoring-request.ts';
import {
  encoderFor,
  headOf,
  lineWriter,
  passthroughColumns,
  refuseDuplicates,
  renameColumns,
} from './chunk-columns.ts';
import type { ChunkPlan, ScoredChunk } from './chunk-plan.ts';

/** A file of rows in, a file of answers out; in the order of the rows. Throws a `ScoringRefusal` where none is possible. */
export function scoreChunk(model: CachedModel, plan: ChunkPlan, received: Uint8Array, name: string): ScoredChunk {
  const started = performance.now();
  const { sent, malformed, wellFormed } = readChunk(model, plan, received);
  const failures = failuresOf(sent);
  const scored = sent.rows === 0 ? noRows() : scoreRows(model, sent, plan.options);
  const ids = idsOf(plan, name, sent, scored);
  const columns = resultColumns(model, plan, sent, scored, failures, ids);
  const { body, head } = encodeResults(plan, columns, scored, malformed);
  const failed = scored.forecasts === undefined ? failures.size + malformed.length : malformed.length;
  return {
    body,
    head,
    rows: sent.rows + malformed.length,
    scored: scored.rows - (scored.forecasts === undefined ? failures.size : 0),
    failed,
    skipped: scored.forecasts === undefined ? 0 : skippedIn(sent, scored),
    firstFailure: malformed[0]?.why ?? failures.values().next().value ?? null,
    milliseconds: performance.now() - started,
    recorded: plan.recorded ? recordedOf(wellFormed, scored, ids === undefined ? null : name) : null,
  };
}

/** Malformed rows are separated from the others; nearly always there are none. */
function readChunk(
  model: CachedModel,
  plan: ChunkPlan,
  received: Uint8Array,
): { sent: SentRows; malformed: MalformedRow[]; wellFormed: Uint8Array } {
  const wanted = columnsToRead(model, plan.passthrough, plan.associations, plan.mostColumns);
  const source = { format: 'csv', charset: plan.charset, dialect: plan.dialect } as const;
  try {
    const { sent, bytes } = readRows({ ...source, bytes: received }, wanted);
    return { sent, malformed: [], wellFormed: bytes };
  } catch (error) {
    if (!(error instanceof UnreadableRows) || error instanceof TooManyColumns) throw error;
    const { wellFormed, malformed } = splitMalformedRows(toUtf8(received, plan.charset), plan.dialect);
    const { sent } = readRows({ ...source, bytes: wellFormed, charset: null }, wanted);
    return { sent, malformed, wellFormed };
  }
}

/** What is wrong with rows that have an invalid cell, by row. */
function failuresOf(sent: SentRows): Map<number, string> {
  const failures = new Map<number, string>();
  for (const flaw of sent.flaws) if (!failures.has(flaw.row)) failures.set(flaw.row, invalidCell(flaw));
  return failures;
}

const noRows = (): ScoredRows => ({ rows: 0, width: 1, values: new Float64Array(0) });

function resultColumns(
  model: CachedModel,
  plan: ChunkPlan,
  sent: SentRows,
  scored: ScoredRows,
  failures: ReadonlyMap<number, string>,
  ids: AssociationIds | undefined,
): CsvColumn[] {
  const options = { ...plan.replyOptions, passthrough: [] };
  const own = csvColumns({ model, sent, scored, options }, { probabilities: plan.probabilities });
  const isRowByRow = scored.forecasts === undefined && failures.size > 0;
  // What was not scored has no number: the model saw a missing value instead of what was written.
  const values = isRowByRow
    ? own.map(({ name, cell }) => ({ name, cell: (row: number) => (failures.has(row) ? '' : cell(row)) }))
    : own;
  const status: CsvColumn = {
    name: 'prediction_status',
    cell: (row) => (isRowByRow ? quoteCell(failures.get(row) ?? 'OK') : 'OK'),
  };
  const all = [...values, ...(plan.includesStatus ? [status] : []), ...passthroughColumns(plan, sent, scored, ids)];
  const columns = renameColumns(all, plan.renamed);
  refuseDuplicates(columns);
  return columns;
}

function encodeResults(
  plan: ChunkPlan,
  columns: readonly CsvColumn[],
  scored: ScoredRows,
  malformed: readonly MalformedRow[],
) {
  const encode = encoderFor(plan.writtenCharset);
  const line = lineWriter(columns, plan.dialect);
  const empty = malformedLine(plan, columns);
  let text = '';
  let next = 0;
  for (let row = 0; row < scored.rows; row++) {
    while (next < malformed.length && (malformed[next] as MalformedRow).at <= row + next)
      text += empty(malformed[next++] as MalformedRow);
    text += line(row);
  }
  for (; next < malformed.length; next++) text += empty(malformed[next] as MalformedRow);
  return { body: encode(text), head: encode(headOf(columns, plan.dialect)) };
}

/** A row that could not be read: nothing but the reason, where that is asked for. */
function malformedLine(plan: ChunkPlan, columns: readonly CsvColumn[]): (row: MalformedRow) => string {
  const status =
    plan.renamed.find(({ inputName }) => inputName === 'prediction_status')?.outputName ?? 'prediction_status';
  return ({ why }) =>
    lineWriter(
      columns.map(({ name }) => ({ name, cell: () => (name === status && plan.includesStatus ? quoteCell(why) : '') })),
      plan.dialect,
    )(0);
}

/** Rows that were sent as history and got no forecast. */
function skippedIn(sent: SentRows, { forecasts }: ScoredRows): number {
  const answered = new Set<number>();
  for (const row of forecasts?.rowIds ?? []) if (row < sent.rows) answered.add(row);
  return sent.rows - answered.size;
}

function idsOf(plan: ChunkPlan, prefix: string, sent: SentRows, scored: ScoredRows): AssociationIds | undefined {
  const [column] = plan.associations;
  return plan.generatesIds && column !== undefined ? associationIds({ column, prefix }, sent, scored) : undefined;
}

function recordedOf(
  bytes: Uint8Array,
  { width, values, forecasts }: ScoredRows,
  idPrefix: string | null,
): ScoredChunk['recorded'] {
  const answer = {
    width,
    values: values as Float64Array<ArrayBuffer>,
    ...(idPrefix === null ? {} : { idPrefix }),
    ...(forecasts === undefined ? {} : { forecasts: recordedForecasts(forecasts) }),
  };
  return { bytes: bytes as Uint8Array<ArrayBuffer>, answer };
}

const recordedForecasts = ({ series, times, points, distances }: ScoredForecasts) => ({
  series,
  times,
  points,
  distances,
});

export const isRefusal = (error: unknown): error is Error =>
  error instanceof ScoringRefusal || error instanceof UnreadableRows;
