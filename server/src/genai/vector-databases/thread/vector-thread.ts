import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex } from '../building/build-index.ts';
import { embeddedLines } from '../export/embedded-lines.ts';
import { IndexCache } from '../search/cached-index.ts';
import type { Answer, Ask, Kind, Orders } from './messages.ts';

const indexes = new IndexCache((workerData as { mostBytes: number }).mostBytes);

const WORK: { readonly [Which in Kind]: (order: Orders[Which]['order']) => Orders[Which]['answer'] } = {
  build: buildIndex,
  open: ({ id, files }) => {
    indexes.open(id, files);
    return null;
  },
  items: ({ id, column }) => indexes.get(id)?.items(column) ?? null,
  search: ({ id, search }) => indexes.get(id)?.search(search) ?? null,
  question: ({ id, search }) => indexes.get(id)?.question(search) ?? null,
  hits: ({ id, search, question, neighbours }) => indexes.get(id)?.hits(search, question, neighbours) ?? null,
  write: embeddedLines,
};

function answerTo({ number, kind, order }: Ask): Answer {
  try {
    return { number, answer: (WORK[kind] as (order: unknown) => unknown)(order) };
  } catch (error) {
    const { message, stack = '' } = error as Error;
    return { number, error: { message, stack } };
  }
}

parentPort?.on('message', (ask: Ask) => parentPort?.postMessage(answerTo(ask)));
