import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { predict } from './predict.ts';
import { PredictionProblems } from './prediction.problems.ts';
import { PredictionQuery, PredictionRows } from './prediction.schema.ts';
import { deploymentTarget } from './prediction-target.ts';

const SHOWN = ['X-DataRobot-Execution-Time', 'X-DataRobot-Model-Cache-Hit', 'X-DataRobot-Model-Id'];

/** What all routes of the Prediction API share, old ones too. */
export const predictionRoute = {
  part: 'deployments',
  added: 'v2.33',
  takes: 'bytes',
  cors: {
    takes: ['Content-Type', 'Authorization', 'datarobot-key', 'service-key'],
    shows: [...SHOWN, 'X-DataRobot-Request-ID', 'X-Almanac-Overhead-Time'],
  },
  always: (requestId: string) => ({ 'x-datarobot-request-id': requestId, 'x-datarobot-execution-time': '0' }),
  silenceSeconds: 600,
  headers: {
    'service-key': 'The key of the installation, on the managed cloud (also taken: datarobot-key)',
    'X-DataRobot-Model-Monitoring-Batch-Id': 'Adds the predictions to this monitoring batch',
  },
} as const;

const route = routeGroup(predictionRoute);

/** Each path with and without its slash: the router takes both. */
export const predictionRoutes: readonly RouteRecord[] = [
  route.post('/predApi/v1.0/deployments/{deploymentId}/predictions', 'predict', {
    access: needs(DEPLOYMENT, 'use', null),
    fastPath: true,
    agentKeys: 'consumer',
    summary: 'Predictions of a deployment for the rows of the request: CSV, JSON or a multipart file',
    added: 'v2.0',
    query: PredictionQuery,
    replies: { 200: PredictionRows },
    handle: (ctx, input) => predict(ctx, () => deploymentTarget(ctx, input.params.deploymentId), input),
  }),
  route.post('/api/v2/deployments/{deploymentId}/predictions', 'predictServerless', {
    access: needs(DEPLOYMENT, 'use', null),
    fastPath: true,
    agentKeys: 'consumer',
    summary: 'Predictions of a deployment, under the path of the platform API',
    query: PredictionQuery,
    replies: { 200: PredictionRows },
    handle: (ctx, input) => predict(ctx, () => deploymentTarget(ctx, input.params.deploymentId), input),
  }),
  ...(['/predApi/v1.0', '/api/v2'] as const).map((start) =>
    route.post(
      `${start}/deployments/{deploymentId}/predictionsUnstructured` as const,
      start === '/api/v2' ? 'predictUnstructuredServerless' : 'predictUnstructured',
      {
        agentKeys: { ownDeployment: 'deploymentId' },
        access: needs(DEPLOYMENT, 'use'),
        summary: 'Unsupported: no model is unstructured',
        replies: { 200: null },
        handle: (ctx, { params }) => refuseUnstructured(ctx, params.deploymentId),
      },
    ),
  ),
];

async function refuseUnstructured(ctx: Ctx, deploymentId: string): Promise<never> {
  await deploymentTarget(ctx, deploymentId);
  return refuse(PredictionProblems.unstructured, deploymentId);
}
