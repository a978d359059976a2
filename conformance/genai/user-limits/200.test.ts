import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { completion, llmCalls } from '../../support/genai.ts';
import { aPerson } from '../../support/people.ts';

test('both counters begin at zero and hold nothing else', async () => {
  const { token: key } = await aPerson();
  for (const name of ['llmApiCalls', 'vectorDatabases']) {
    const { status, body } = await call('GET', `/api/v2/genai/userLimits/${name}/`, { key });
    expect([status, body]).toEqual([200, { counter: 0 }]);
    expect((await call('GET', `/api/v2/genai/userLimits/${name}`, { key })).status).toBe(200);
  }
});

test('completed calls count, each once and for whoever made them; refused ones do not', async () => {
  const [ada, bob] = [await aPerson(), await aPerson()];
  const chat = (key: string, json: object) => call('POST', '/api/v2/genai/llmgw/chat/completions', { key, json });
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => chat(ada.token, completion('echo', { stream: n % 2 === 0, user: `${n}` }))),
  );
  await chat(ada.token, completion('picky'));
  await chat(ada.token, completion('nobody'));
  await chat(ada.token, completion('error-stream', { stream: true }));
  expect([await llmCalls(ada.token), await llmCalls(bob.token)]).toEqual([20, 0]);
});
