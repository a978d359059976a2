import { expect, test } from 'vitest';
import type { JobRun } from '#platform/context.ts';
import { anActor } from '#platform/jobs/jobs.fixtures.ts';
import { JobInterrupted } from '#platform/jobs/jobs.ts';
import { playgroundApp } from '../playgrounds.fixtures.ts';
import { answerJob } from './answer.job.ts';

const { ask, someone, finished, platform, llm } = await playgroundApp();
const { key, blueprintId } = await someone();
const PROMPTS = '/api/v2/genai/chatPrompts/';
const counter = async () => (await ask('GET /api/v2/genai/userLimits/llmApiCalls/', { key })).body.counter;

async function anAnswer() {
  const started = await ask(`POST ${PROMPTS}`, { key, body: { text: 'hello', llmBlueprintId: blueprintId } });
  return (await finished(started, key)).body;
}

const { creationUserId: userId } = await anAnswer();
const { rows } = await platform.db.pool.query('SELECT organization_id FROM users WHERE id = $1', [userId]);
const actor = anActor({ userId, organizationId: rows[0].organization_id });

/** The same work given to a worker once more, as when the one before died or lost its lease. */
function again(id: string, more: Partial<JobRun> = {}) {
  const { signal } = new AbortController();
  const run: JobRun = { jobId: 'again', attempt: 2, signal, actor, progress: async () => undefined, ...more };
  return answerJob.run(platform, { answerIds: [id], location: `${PROMPTS}${id}/` }, run);
}

/** As a worker leaves it that died while the model was asked. */
const leftRunning = (id: string) =>
  platform.db.pool.query(`UPDATE genai_answers SET execution_status = 'RUNNING', result_text = NULL WHERE id = $1`, [
    id,
  ]);

test('answered and counted: a worker that is given it again asks nobody', async () => {
  const { id } = await anAnswer();
  const [counted, calls] = [await counter(), llm.calls.length];
  expect(await again(id)).toEqual({ location: `${PROMPTS}${id}/` });
  expect([await counter(), llm.calls.length]).toEqual([counted, calls]);
});

test('of several workers that answer it at once, one answer is kept, and one is counted', async () => {
  const { id } = await anAnswer();
  const counted = await counter();
  await leftRunning(id);
  await Promise.all(Array.from({ length: 5 }, () => again(id)));
  expect(await counter()).toBe(counted + 1);
  expect((await ask(`GET ${PROMPTS}${id}/`, { key })).body).toMatchObject({
    executionStatus: 'COMPLETED',
    resultText: 'You said: hello',
  });
});

test('a worker that stops leaves the prompt to the next; a cancelled one ends it; neither counts', async () => {
  const { id } = await anAnswer();
  const counted = await counter();
  for (const why of ['stopping', 'lease lost', 'cancelled'] as const) {
    await leftRunning(id);
    await expect(again(id, { signal: AbortSignal.abort(new JobInterrupted(why)) })).rejects.toThrow();
    const { executionStatus } = (await ask(`GET ${PROMPTS}${id}/`, { key })).body;
    expect([why, executionStatus]).toEqual([why, why === 'cancelled' ? 'ERROR' : 'RUNNING']);
  }
  expect(await counter()).toBe(counted);
});
