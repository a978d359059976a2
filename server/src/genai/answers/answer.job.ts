import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { finalInterruption, type JobKind } from '#platform/jobs/jobs.ts';
import type { AnswerRow } from '../genai.tables.ts';
import { answerStore } from './answer.store.ts';
import { answerPrompt } from './answer-prompt.ts';

const Input = z.strictObject({ answerIds: z.array(z.string()), location: z.string() });

/** Asks the prompts of one request side by side. It waits for others most of the time, so it is light work. */
export const answerJob: JobKind<z.infer<typeof Input>> = {
  name: 'genai.answer',
  input: Input,
  lane: 'light',
  // A model may think for minutes before each of its words.
  limits: 'heavy',
  retries: 2,
  async run(platform, { answerIds, location }, { actor, signal }) {
    const answers = await answerStore(platform.db.queries).begin(actor.organizationId, answerIds);
    const asked = await Promise.allSettled(answers.map((answer) => answerPrompt(platform, actor, answer, signal)));
    const failed = asked.find((one) => one.status === 'rejected');
    if (failed) {
      const end = finalInterruption(signal);
      const reason = end?.why === 'cancelled' ? CANCELLED : end?.message;
      if (reason !== undefined) await Promise.all(answers.map((answer) => markUnanswered(platform, answer, reason)));
      throw failed.reason;
    }
    return { location };
  },
};

const CANCELLED = 'The prompt was cancelled before it was answered.';

/** Those that had their answer keep it. */
const markUnanswered = ({ db }: Platform, answer: AnswerRow, errorMessage: string) =>
  answerStore(db.queries).end(answer, {
    execution_status: 'ERROR',
    result_text: null,
    facts: {
      outputTokenCount: 0,
      inputTokenCount: 0,
      totalTokenCount: 0,
      estimatedDocsTokenCount: 0,
      latencyMilliseconds: 0,
      errorMessage,
      finalPrompt: null,
    },
    citations: [],
    history_ids: [],
  });
