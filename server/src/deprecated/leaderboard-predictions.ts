import { type PredictionInput, type PredictionTarget, predict } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { leaderboardModel } from '#projects';

interface LeaderboardTarget extends PredictionTarget {
  readonly targetType: string;
}

/** A model that answers from its leaderboard, without a deployment: what all old routes with a project are about. */
export async function leaderboardTarget(ctx: Ctx, projectId: string, modelId: string): Promise<LeaderboardTarget> {
  const { predictionThreshold, targetType, load } = await leaderboardModel(ctx, projectId, modelId);
  const modelKey = `leaderboard ${modelId}`;
  return {
    modelKey,
    modelId,
    threshold: predictionThreshold,
    targetType,
    deployment: null,
    load: async () => {
      const { bundle: manifest, files } = await load();
      return { id: modelKey, modelId, manifest, files };
    },
  };
}

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
  const headers = { ...input.headers, accept: 'application/json' };
  let type = '';
  const findTarget = async () => {
    const target = await leaderboardTarget(ctx, projectId, modelId);
    type = target.targetType;
    return target;
  };
  const reply = await predict(ctx, findTarget, { ...input, headers, query: {} });
  const { data } = JSON.parse(textOf(reply)) as { data: readonly Row[] };
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

const textOf = (reply: Awaited<ReturnType<typeof predict>>): string =>
  reply.kind === 'reply' ? (reply.written ?? '') : String(reply.content);
