import { route } from '#platform/http/route.ts';
import { predictionResults } from './prediction-results.ts';
import { Results, ResultsQuery } from './results.schema.ts';

export const resultsRoutes = [
  route({
    method: 'GET',
    part: 'monitoring',
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionResults/',
    operation: 'listPredictionResults',
    summary: 'Predictions with an association id, one by one, beside what really happened; as JSON or CSV',
    history: { added: 'v2.24' },
    headers: { Accept: 'text/csv for a file of all of them' },
    query: ResultsQuery,
    replies: { 200: Results },
    handle: (ctx, { params, url, query, headers }) =>
      predictionResults(ctx, params.deploymentId, url, query, headers.accept ?? ''),
  }),
];
