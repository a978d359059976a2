import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { JobInterrupted } from '#platform/jobs/job-interrupted.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { AnswerRow } from '../genai.tables.ts';
import { answerStore } from './answer.store.ts';
import { answerPrompt } from './answer-prompt.ts';

const Input = z.strictObject({ answerIds: z.array(z.string()), location: z.string() });

/** Asks the prompts of one request side by side. It waits for others most of the time, so it is light work. */
export const answerJob: JobKind<z.infer<typeof Input>> = {
  name: 'genai.answer',
  input: Input,
  lane: 'light',
  retries: 2,
  async run(platform, { answerIds, location }, { actor, signal }) {
    const answers = await answerStore(platform.db.queries).begin(actor.organizationId, answerIds);
    const asked = await Promise.allSettled(answers.map((answer) => answerPrompt(platform, actor, answer, signal)));
    const failed = asked.find((one) => one.status === 'rejected');
    if (failed) {
      if (wasCancelled(signal)) await Promise.all(answers.map((answer) => markCancelled(platform, answer)));
      throw failed.reason;
    }
    return { location };
  },
};

const wasCancelled = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof JobInterrupted && reason.why === 'cancelled';

/** Those that had their answer keep it. */
const markCancelled = ({ db }: Platform, answer: AnswerRow) =>
  answerStore(db.queries).end(answer, {
    execution_status: 'ERROR',
    result_text: null,
    facts: {
      outputTokenCount: 0,
      inputTokenCount: 0,
      totalTokenCount: 0,
      estimatedDocsTokenCount: 0,
      latencyMilliseconds: 0,
      errorMessage: 'The prompt was cancelled before it was answered.',
      finalPrompt: null,
    },
    citations: [],
    history_ids: [],
  });
