import { PassThrough, Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { collect } from './request-body.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a body is put together from its pieces', async () => {
  expect(String(await collect(Readable.from([Buffer.from('ab'), Buffer.from('c')]), 10))).toBe('abc');
  expect((await collect(Readable.from([]), 10)).length).toBe(0);
});

test('413: past the limit it is refused, and the connection is left to carry the answer', async () => {
  const body = new PassThrough();
  body.write('12345');
  await expect(collect(body, 4)).rejects.toMatchObject({ status: 413 });
  expect(body.destroyed).toBe(false);
});

test('408: a body that does not come is refused after a minute, and the connection lives to say so', async () => {
  vi.useFakeTimers();
  const body = new PassThrough();
  body.write('{"name":');
  const refused = expect(collect(body, 100)).rejects.toMatchObject({ status: 408 });
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(body.destroyed).toBe(false);
});

test('what breaks after that bothers nobody', async () => {
  vi.useFakeTimers();
  const body = new PassThrough();
  const refused = expect(collect(body, 100)).rejects.toMatchObject({ status: 408 });
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  body.destroy(new Error('gone'));
  await vi.advanceTimersByTimeAsync(1);
  expect(body.destroyed).toBe(true);
});
