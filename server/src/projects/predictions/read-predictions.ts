import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { csvLine } from '#platform/csv-line.ts';
import { refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { labelOf } from './predicted-rows.rules.ts';
import { PredictionProblems } from './prediction.problems.ts';
import type { PredictedRow } from './prediction.schema.ts';
import { predictionStore } from './prediction.store.ts';
import type { PredictionRow } from './prediction.tables.ts';

/** Streamed from the store in the form that was asked for: predictions may be larger than memory. */
export async function readPredictions(ctx: Ctx, projectId: string, id: string, accept: string): Promise<ByteReply> {
  await getProjectOrThrow(ctx, projectId, 'use');
  const row = await predictionStore(ctx.db.queries).byId(projectId, id);
  if (row === undefined) return refuse(PredictionProblems.noSuchPrediction, projectId, id);
  const lines = createInterface({ input: await ctx.blobs.read(row.rows_key), crlfDelay: Number.POSITIVE_INFINITY });
  const csv = accept.includes('text/csv');
  const content = Readable.from(csv ? asCsv(lines) : asJson(row, lines), { objectMode: false });
  return csv
    ? bytes('text/csv', content, { 'content-disposition': `attachment; filename="predictions-${id}.csv"` })
    : bytes('application/json', content);
}

async function* asJson(row: PredictionRow, lines: AsyncIterable<string>): AsyncGenerator<string> {
  const { intervalsSize } = row.asked;
  const head = {
    task: row.task,
    positiveClass: row.positive_class === null ? null : labelOf(row.positive_class),
    includesPredictionIntervals: intervalsSize !== null,
    predictionIntervalsSize: intervalsSize,
    explanationAlgorithm: null,
    maxExplanations: null,
    shapBaseValue: null,
    shapWarnings: null,
    actualValueColumn: null,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"predictions":[`;
  let first = true;
  for await (const line of lines) {
    if (line === '') continue;
    yield first ? line : `,${line}`;
    first = false;
  }
  yield ']}';
}

async function* asCsv(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let names: readonly string[] | undefined;
  for await (const line of lines) {
    if (line === '') continue;
    const cells = cellsOf(JSON.parse(line) as PredictedRow);
    if (names === undefined) {
      names = Object.keys(cells);
      yield csvLine(names);
    }
    yield csvLine(names.map((name) => cells[name] ?? ''));
  }
}

/** The chances of classes become columns of their own. */
function cellsOf({ predictionValues = [], seriesColumns = {}, ...row }: PredictedRow): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [name, value] of Object.entries(row)) cells[name] = value === null ? '' : String(value);
  Object.assign(cells, seriesColumns);
  for (const { label, value } of predictionValues) cells[`class_${label}`] = String(value);
  return cells;
}
