const ID = '0123456789abcdef01234567';
const PREDICTIONS = 'POST /predApi/v1.0/deployments/{deploymentId}/predictions';
const API_KEYS = 'GET /api/v2/account/apiKeys/';

/** Words of the old prediction routes of leaderboards, and of deployments. */
export const OF_MODELS = [
  'predict',
  'timeSeriesPredict',
  'timeSeriesPredictions',
  'reasonCodesPredictions',
  'predictionExplanations',
] as const;
export const OF_DEPLOYMENTS = ['timeSeriesPredictions', 'predictionExplanations'] as const;

/** Every route of the old Prediction API, with what replaces it: they come and go together. */
export const OLD_ROUTES: readonly (readonly [method: string, path: string, replacement: string])[] = [
  ['GET', '/api/v1/ping', 'GET /predApi/v1.0/ping'],
  ...['/predApi/v1.0/api_token', '/api/v1/api_token'].flatMap((path) =>
    ['GET', 'POST'].map((method) => [method, path, API_KEYS] as const),
  ),
  ['GET', `/api/v1/${ID}/models`, 'GET /api/v2/projects/{projectId}/modelRecords/'],
  ['POST', `/api/v1/${ID}/${ID}/predict`, PREDICTIONS],
  ...OF_MODELS.map((word) => ['POST', `/predApi/v1.0/${ID}/${ID}/${word}`, PREDICTIONS] as const),
  ...OF_DEPLOYMENTS.map((word) => ['POST', `/predApi/v1.0/deployments/${ID}/${word}`, PREDICTIONS] as const),
];
