import { expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { ask, genaiApp, MODELS } from '../genai.fixtures.ts';

const { url, llm, person } = await genaiApp();
const ada = await person();

/** An encoding that changes nothing is not plain: the router answers. */
const USUAL_WAY = { 'content-encoding': 'identity' };

async function request(body: string, more: Readonly<Record<string, string>>) {
  const reply = await fetch(`${url}/api/v2/genai/llmgw/chat/completions/`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${ada.key}`,
      'content-type': 'application/json',
      'x-request-id': 'same',
      ...more,
    },
  });
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => name !== 'date'));
  return { status: reply.status, headers, body: await reply.text() };
}

/** Those that behave otherwise the second time have no second reply to compare with; those that never end have no end to. */
const steady = MODELS.filter((model) => !/-once$|silent|stalled/.test(model));
const requests = [
  ...steady.flatMap((model) => [false, true].map((stream) => [model, stream, JSON.stringify(ask(model, { stream }))])),
  ['no such model', false, JSON.stringify(ask('nobody'))],
  ['broken JSON', false, '{"model":'],
  ['no messages', true, '{"model":"fake/echo","stream":true}'],
] as [string, boolean, string][];

test.each(requests)('%s, streamed %s: answered past the router as by it', async (_, _stream, body) => {
  expect(await request(body, {})).toEqual(await request(body, USUAL_WAY));
});

test.each([{}, USUAL_WAY])('who hangs up in the middle of a stream ends it upstream (%o)', async (more) => {
  const before = llm.hungUp();
  const control = new AbortController();
  const reply = await fetch(`${url}/api/v2/genai/llmgw/chat/completions`, {
    method: 'POST',
    signal: control.signal,
    headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify(ask('stalled', { stream: true })),
  });
  const first = await reply.body?.getReader().read();
  expect(first?.done).toBe(false);
  control.abort();
  expect(await eventually(async () => llm.hungUp() === before + 1)).toBe(true);
});
