import { expect, test } from 'vitest';
import { modelsToSend } from './models-to-send.ts';

const small = { model: 'p/small', upstreamModel: 'small-2026', contextSize: 200_000 };

test('models that stay keep everything that was said of them', () => {
  expect(modelsToSend([small], ['p/small', 'p/large'])).toEqual({ models: [small, { model: 'p/large' }] });
  expect(modelsToSend([small], [])).toEqual({ models: [] });
});

test('nothing is sent when nothing came or went', () => {
  expect(modelsToSend([small], ['p/small'])).toEqual({});
});

test('a new service sends the names alone', () => {
  expect(modelsToSend(undefined, ['p/small'])).toEqual({ models: [{ model: 'p/small' }] });
});
