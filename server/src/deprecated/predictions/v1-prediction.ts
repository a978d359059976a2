import { type PredictionInput, predictionRequest } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { leaderboardSubject } from './leaderboard-subject.ts';

interface Row {
  readonly rowId: number;
  readonly prediction: string | number | null;
  readonly predictionValues: readonly { readonly label: string | number; readonly value: number | null }[];
}

const TASKS: Readonly<Record<string, string>> = { Anomaly: 'Regression' };

/** The current answer, told as version 1 told it. */
export async function v1Prediction(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  input: Omit<PredictionInput, 'query'>,
): Promise<Reply> {
  const subject = await leaderboardSubject(ctx, projectId, modelId);
  const headers = { ...input.headers, accept: 'application/json' };
  const reply = await predictionRequest(ctx, () => subject, { ...input, headers, query: {} });
  const { data } = JSON.parse(textOf(reply)) as { data: readonly Row[] };
  const { targetType: type } = subject;
  const classes = type === 'Binary' || type === 'Multiclass';
  return answer(200, {
    headers: reply.headers ?? {},
    body: {
      code: 200,
      version: 'v1',
      status: '',
      model_id: modelId,
      execution_time: Number(reply.headers?.['x-datarobot-execution-time'] ?? 0),
      task: TASKS[type] ?? type,
      predictions: data.map(({ rowId, prediction, predictionValues }) => ({
        row_id: rowId,
        prediction,
        ...(classes
          ? { class_probabilities: Object.fromEntries(predictionValues.map(({ label, value }) => [label, value])) }
          : {}),
      })),
    },
  });
}

const textOf = (reply: Awaited<ReturnType<typeof predictionRequest>>): string =>
  reply.kind === 'reply' ? (reply.written ?? '') : String(reply.content);
