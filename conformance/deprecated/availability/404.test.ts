import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { OLD_ROUTES } from '../routes.ts';

test.each(OLD_ROUTES)('a new installation has no %s %s, and says what to use', async (method, path, replacement) => {
  const answer = await call(method, path);
  expectRefusal(answer, 404, 'deprecated.disabled');
  expect(answer.body.message).toContain(`Use ${replacement}.`);
});

test('the current ping is there', async () => {
  expect((await call('GET', '/predApi/v1.0/ping', { key: null })).body).toEqual({ response: 'pong' });
});
