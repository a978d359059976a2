import { expect, test } from 'vitest';
import { defectsIn } from '../support/defects.ts';

const LINES = [
  '{"level":40,"role":"serve","msg":"slow or failed request"}',
  '{"level":50,"role":"serve","msg":"A promise was rejected and nobody handled it; the process goes on"}',
  '{"level":60,"role":"work","msg":"An exception was thrown and nobody caught it; the process ends in order"}',
  '{"level":50,"role":"launcher","msg":"The server process ended unexpectedly; it is started again"}',
  '{"level":50,"role":"serve","msg":"a worker process ended"}',
];

test('a run fails when a server of it logged what nobody handled, or lost a process', () => {
  expect(defectsIn(LINES.join('\n'), { kills: false })).toEqual(LINES.slice(1));
  expect(defectsIn(LINES.join('\n'), { kills: true })).toEqual(LINES.slice(1, 3));
  expect(defectsIn(LINES[0] ?? '', { kills: false })).toEqual([]);
});
