/** Half of the file: read as requests are, in pieces of some megabytes, and summed up in the bins of the reference. */
import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { BinnedSum, type Bins, writeBinned } from '@almanac/engine';
import { readCsv } from '../../server/src/deployments/scoring/rows/read-csv.ts';
import type { Wanted } from '../../server/src/deployments/scoring/rows/sent-rows.ts';

export interface ProfileOrder {
  readonly path: string;
  readonly header: string;
  readonly columns: Wanted['columns'];
  readonly bins: readonly Bins[];
  readonly from: number;
  readonly to: number;
}

const PIECE = 4 * 1024 ** 2;

async function profile({ path, header, columns, bins, from, to }: ProfileOrder): Promise<Uint8Array> {
  const sums = bins.map((each) => new BinnedSum(each));
  const head = Buffer.from(header);
  const file = await open(path, 'r');
  const piece = Buffer.alloc(head.length + PIECE);
  head.copy(piece);
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(piece, head.length, Math.min(PIECE, to - at), at);
    const end = piece.lastIndexOf(0x0a, head.length + bytesRead - 1) + 1;
    const { frame } = readCsv(piece.subarray(0, end), { columns, kept: [] });
    for (const [place, column] of frame.columns.entries()) sums[place]?.add(column);
    at += end - head.length;
  }
  await file.close();
  return writeBinned(sums.map((sum) => sum.finish()));
}

parentPort?.postMessage(await profile(workerData as ProfileOrder));
