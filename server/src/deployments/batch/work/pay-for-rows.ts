import { endAfterRows } from '../../scoring/rows/count-rows.ts';
import type { CsvDialect } from '../../scoring/rows/read-csv.ts';
import type { Chunk } from './chunks.ts';
import type { Leave, RowBudget } from './row-budget.ts';

/** Rows that may be scored now. `settle`: how many of them there really were. */
export interface PaidChunk {
  readonly chunk: Chunk;
  settle(rows: number): void;
}

/** What was paid of rows that can only be scored together: it outlives the run. */
export interface Purse {
  readonly paid: number;
  add(rows: number): Promise<void>;
}

const nothing = () => undefined;
const ALL = Number.POSITIVE_INFINITY;

/** Hands chunks on as the quota gives rows: where it gives fewer than a chunk has, the chunk is cut. */
export async function* payForRows(
  chunks: AsyncIterable<Chunk>,
  budget: RowBudget | null,
  dialect: CsvDialect,
  purse: Purse | null,
): AsyncGenerator<PaidChunk> {
  for await (const chunk of chunks) {
    if (budget === null) yield { chunk, settle: nothing };
    else if (purse !== null) yield await payWhole(chunk, budget, dialect, purse);
    else yield* payInParts(chunk, budget, dialect);
  }
}

async function* payInParts(chunk: Chunk, budget: RowBudget, dialect: CsvDialect): AsyncGenerator<PaidChunk> {
  let from = chunk.headBytes;
  let left = endAfterRows(chunk.bytes, from, ALL, dialect).rows;
  if (left === 0) yield { chunk, settle: nothing };
  while (left > 0) {
    const leave = await budget.take(left);
    left -= leave.rows;
    const end = left > 0 ? endAfterRows(chunk.bytes, from, leave.rows, dialect).end : chunk.bytes.length;
    yield { chunk: cut(chunk, from, end), settle: (rows) => leave.settle(rows) };
    from = end;
  }
}

/** Rows of time series are scored together, so they are paid one part after the other before any is scored. */
async function payWhole(chunk: Chunk, budget: RowBudget, dialect: CsvDialect, purse: Purse): Promise<PaidChunk> {
  let left = endAfterRows(chunk.bytes, chunk.headBytes, ALL, dialect).rows - purse.paid;
  let last: Leave | null = null;
  while (left > 0) {
    last?.settle(last.rows);
    last = await budget.take(left);
    await purse.add(last.rows);
    left -= last.rows;
  }
  return { chunk, settle: () => last?.settle(last.rows) };
}

function cut(chunk: Chunk, from: number, end: number): Chunk {
  const { bytes, headBytes, part, offset } = chunk;
  if (from === headBytes && end === bytes.length) return chunk;
  const rows = new Uint8Array(headBytes + end - from);
  rows.set(bytes.subarray(0, headBytes));
  rows.set(bytes.subarray(from, end), headBytes);
  return { bytes: rows, headBytes, part, offset: offset - (bytes.length - end), size: end - from };
}
