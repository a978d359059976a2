import type { Ctx } from '#platform/context.ts';
import { joinRefusals, type Refusals, refuse } from '#platform/http/problem.ts';
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

/** What may be wrong with the caller, the body and its rows, on every route that predicts, old ones too. */
export const ROW_REFUSALS: Refusals = {
  400: [
    'http.wrong_encoding',
    'predictions.engine',
    'predictions.missing_columns',
    'predictions.no_file',
    'predictions.no_history',
    'predictions.no_rows',
    'predictions.too_many_columns',
    'predictions.unreadable',
    'predictions.wrong_cell',
  ],
  401: ['accounts.no_service_key', 'accounts.wrong_service_key'],
  413: ['http.too_large'],
  415: ['predictions.unknown_charset', 'predictions.wrong_type'],
  422: ['models.damaged_file', 'predictions.known_in_advance', 'predictions.out_of_reach'],
  429: ['predictions.too_many_waiting'],
  499: ['predictions.caller_left'],
};

/** What may be wrong with options, where a route takes any. */
export const OPTION_REFUSALS: Refusals = {
  400: ['predictions.forecast_point', 'predictions.no_forecasts', 'predictions.passthrough', 'predictions.wrong_time'],
  414: ['predictions.line_too_long'],
};

/** What a deployment adds: its role, its state, its settings, its batches and its quota. */
export const DEPLOYMENT_REFUSALS: Refusals = {
  400: ['predictions.external'],
  403: ['sharing.role_too_small'],
  404: ['monitoring.no_such_batch', 'sharing.no_such_thing'],
  422: [
    'deployments.writes_text',
    'monitoring.batch_locked',
    'predictions.association_id',
    'predictions.not_active',
    'quotas.input_too_long',
  ],
  429: ['quotas.limit_reached'],
  503: ['predictions.not_ready'],
};

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
    refusals: joinRefusals(ROW_REFUSALS, OPTION_REFUSALS, DEPLOYMENT_REFUSALS),
    handle: (ctx, input) => predict(ctx, () => deploymentTarget(ctx, input.params.deploymentId), input),
  }),
  route.post('/api/v2/deployments/{deploymentId}/predictions', 'predictServerless', {
    access: needs(DEPLOYMENT, 'use', null),
    fastPath: true,
    agentKeys: 'consumer',
    summary: 'Predictions of a deployment, under the path of the platform API',
    query: PredictionQuery,
    replies: { 200: PredictionRows },
    refusals: joinRefusals(ROW_REFUSALS, OPTION_REFUSALS, DEPLOYMENT_REFUSALS),
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
        replies: {},
        refusals: { 422: ['predictions.not_unstructured'] },
        handle: (ctx, { params }) => refuseUnstructured(ctx, params.deploymentId),
      },
    ),
  ),
];

async function refuseUnstructured(ctx: Ctx, deploymentId: string): Promise<never> {
  await deploymentTarget(ctx, deploymentId);
  return refuse(PredictionProblems.unstructured, deploymentId);
}
