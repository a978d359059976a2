import type { ServerResponse } from 'node:http';
import { errorBody } from './wire.ts';

const DIMENSIONS = 64;

/** Texts with words in common have vectors that are alike. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
    vector[hash % DIMENSIONS] = (vector[hash % DIMENSIONS] ?? 0) + 1;
  }
  return vector;
}

/** Answers a request for embeddings. The model `busy-once` is busy the first time, `short` forgets a vector. */
export function answerEmbeddings(body: string, times: number, response: ServerResponse): void {
  const { model, input } = JSON.parse(body) as { model: string; input: readonly string[] };
  const isBusy = model === 'busy-once' && times === 1;
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  response.writeHead(isBusy ? 429 : 200, {
    'content-type': 'application/json',
    ...(isBusy ? { 'retry-after': '0' } : {}),
  });
  response.end(
    JSON.stringify(
      isBusy
        ? errorBody('Too many requests', 'rate_limit')
        : { object: 'list', model, data: model === 'short' ? data.slice(1) : data.reverse() },
    ),
  );
}
