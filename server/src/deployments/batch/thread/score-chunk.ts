import { type CsvColumn, csvColumns, quoted } from '../../scoring/answer/csv-answer.ts';
import { type RowNames, rowNames } from '../../scoring/answer/row-names.ts';
import type { HotModel } from '../../scoring/hot-model.ts';
import { ScoringRefusal } from '../../scoring/refusal.ts';
import { inUtf8 } from '../../scoring/rows/charset.ts';
import { readCsv } from '../../scoring/rows/read-csv.ts';
import { type SentRows, TooManyColumns, UnreadableRows } from '../../scoring/rows/sent-rows.ts';
import { scoreRows } from '../../scoring/score-rows.ts';
import type { Scored } from '../../scoring/scored.ts';
import type { ChunkPlan, ScoredChunk } from './chunk-plan.ts';
import { encoderFor } from './encode-text.ts';
import { keptColumns, wantedColumns } from './kept-columns.ts';
import { type BrokenRow, readableRows } from './readable-rows.ts';
import { headOf, lineWriter, refuseTwins, renamedColumns } from './written-columns.ts';

/** A file of rows in, a file of answers out; in the order of the rows. Throws a `ScoringRefusal` where none is possible. */
export function scoreChunk(model: HotModel, plan: ChunkPlan, sentBytes: Uint8Array, name: string): ScoredChunk {
  const began = performance.now();
  const bytes = inUtf8(sentBytes, plan.charset);
  const { sent, broken, good } = readRows(model, plan, bytes);
  const failures = failuresOf(sent);
  const scored = sent.rows === 0 ? nothing() : scoreRows(model, sent, plan.asked);
  const names = namesOf(plan, name, sent, scored);
  const columns = answerColumns(model, plan, sent, scored, failures, names);
  const { body, head } = written(plan, columns, scored, broken);
  const failed = scored.forecasts === undefined ? failures.size + broken.length : broken.length;
  return {
    body,
    head,
    rows: sent.rows + broken.length,
    scored: scored.rows - (scored.forecasts === undefined ? failures.size : 0),
    failed,
    skipped: scored.forecasts === undefined ? 0 : skippedIn(sent, scored),
    firstFailure: broken[0]?.why ?? failures.values().next().value ?? null,
    milliseconds: performance.now() - began,
    seen: plan.recorded ? seenOf(good, scored, names === undefined ? null : name) : null,
  };
}

/** Rows with too few or too many cells are set aside one by one; nearly always there are none. */
function readRows(
  model: HotModel,
  plan: ChunkPlan,
  bytes: Uint8Array,
): { sent: SentRows; broken: BrokenRow[]; good: Uint8Array } {
  const wanted = wantedColumns(model, plan);
  try {
    return { sent: readCsv(bytes, wanted, plan.dialect), broken: [], good: bytes };
  } catch (error) {
    if (!(error instanceof UnreadableRows) || error instanceof TooManyColumns) throw error;
    const { good, broken } = readableRows(bytes, plan.dialect);
    return { sent: readCsv(good, wanted, plan.dialect), broken, good };
  }
}

/** Rows whose cells are not what they must be: what is wrong, by row. */
function failuresOf(sent: SentRows): Map<number, string> {
  const failures = new Map<number, string>();
  for (const { row, column, text, wanted } of sent.flaws) {
    if (failures.has(row)) continue;
    const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
    failures.set(row, `${shown} in column ${JSON.stringify(column)} is not ${wanted}`);
  }
  return failures;
}

const nothing = (): Scored => ({ rows: 0, width: 1, values: new Float64Array(0) });

function answerColumns(
  model: HotModel,
  plan: ChunkPlan,
  sent: SentRows,
  scored: Scored,
  failures: ReadonlyMap<number, string>,
  names: RowNames | undefined,
): CsvColumn[] {
  const shown = { ...plan.shown, passthrough: [] };
  const own = csvColumns({ model, sent, scored, shown }, { chances: plan.chances });
  const isRowByRow = scored.forecasts === undefined && failures.size > 0;
  // What was not scored has no number: the model saw a missing value instead of what was written.
  const answers = isRowByRow
    ? own.map(({ name, cell }) => ({ name, cell: (row: number) => (failures.has(row) ? '' : cell(row)) }))
    : own;
  const status: CsvColumn = {
    name: 'prediction_status',
    cell: (row) => (isRowByRow ? quoted(failures.get(row) ?? 'OK') : 'OK'),
  };
  const all = [...answers, ...(plan.tellsStatus ? [status] : []), ...keptColumns(plan, sent, scored, names)];
  const columns = renamedColumns(all, plan.renamed);
  refuseTwins(columns);
  return columns;
}

function written(plan: ChunkPlan, columns: readonly CsvColumn[], scored: Scored, broken: readonly BrokenRow[]) {
  const encode = encoderFor(plan.writtenCharset);
  const line = lineWriter(columns, plan.dialect);
  const empty = brokenLine(plan, columns);
  let text = '';
  let next = 0;
  for (let row = 0; row < scored.rows; row++) {
    while (next < broken.length && (broken[next] as BrokenRow).at <= row + next)
      text += empty(broken[next++] as BrokenRow);
    text += line(row);
  }
  for (; next < broken.length; next++) text += empty(broken[next] as BrokenRow);
  return { body: encode(text), head: encode(headOf(columns, plan.dialect)) };
}

/** A row that could not be read: nothing but the reason, where that is asked for. */
function brokenLine(plan: ChunkPlan, columns: readonly CsvColumn[]): (row: BrokenRow) => string {
  const status =
    plan.renamed.find(({ inputName }) => inputName === 'prediction_status')?.outputName ?? 'prediction_status';
  return ({ why }) =>
    lineWriter(
      columns.map(({ name }) => ({ name, cell: () => (name === status && plan.tellsStatus ? quoted(why) : '') })),
      plan.dialect,
    )(0);
}

/** Rows that were sent as history and got no forecast. */
function skippedIn(sent: SentRows, { forecasts }: Scored): number {
  const answered = new Set<number>();
  for (const row of forecasts?.rowIds ?? []) if (row < sent.rows) answered.add(row);
  return sent.rows - answered.size;
}

function namesOf(plan: ChunkPlan, prefix: string, sent: SentRows, scored: Scored): RowNames | undefined {
  const [column] = plan.associations;
  return plan.namesRows && column !== undefined ? rowNames({ column, prefix }, sent, scored) : undefined;
}

function seenOf(bytes: Uint8Array, { width, values, forecasts }: Scored, idPrefix: string | null): ScoredChunk['seen'] {
  return {
    bytes: bytes as Uint8Array<ArrayBuffer>,
    width,
    values: values as Float64Array<ArrayBuffer>,
    idPrefix,
    forecasts:
      forecasts === undefined
        ? null
        : {
            series: forecasts.series,
            times: forecasts.times,
            points: forecasts.points,
            distances: forecasts.distances,
          },
  };
}

export const isRefusal = (error: unknown): error is Error =>
  error instanceof ScoringRefusal || error instanceof UnreadableRows;
