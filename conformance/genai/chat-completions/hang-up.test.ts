import { expect, inject, test } from 'vitest';
import { completion, llmCalls } from '../../support/genai.ts';
import { aPerson } from '../../support/people.ts';

const { url, llmUrl } = inject('target');
const hungUp = async () => ((await (await fetch(`${llmUrl}state`)).json()) as { hungUp: number }).hungUp;

test.skipIf(llmUrl === null)('whoever hangs up stops the upstream, before the first word and after it', async () => {
  const { token } = await aPerson();
  const before = await hungUp();
  for (const model of ['silent', 'stalled']) {
    const control = new AbortController();
    const reply = fetch(`${url}/api/v2/genai/llmgw/chat/completions`, {
      method: 'POST',
      signal: control.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(completion(model, { stream: true, user: token })),
    });
    reply.catch(() => undefined);
    if (model === 'stalled') await reply;
    else await expect.poll(() => arrived(token), { timeout: 20_000 }).toBe(true);
    control.abort();
  }
  await expect.poll(hungUp, { timeout: 20_000 }).toBe(before + 2);
  expect(await llmCalls(token)).toBe(0);
});

async function arrived(token: string): Promise<boolean> {
  const { calls } = (await (await fetch(`${llmUrl}state`)).json()) as { calls: { body: string }[] };
  return calls.some(({ body }) => body.includes(token));
}
