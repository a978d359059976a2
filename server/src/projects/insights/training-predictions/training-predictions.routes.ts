import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from '../features/feature.schema.ts';
import { PredictionsOfTraining, RowsQuery, TrainingRequest } from './training-predictions.schema.ts';
import * as trainingPredictions from './training-predictions.ts';

const ALL = '/api/v2/projects/{projectId}/trainingPredictions/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const trainingPredictionRoutes = [
  route.post(ALL, 'requestTrainingPredictions', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute training predictions: out-of-sample predictions for the rows of the project',
    body: TrainingRequest,
    replies: { 202: JobStarted },
    refusals: { 404: ['projects.no_such_model'], 422: ['projects.job_already_added', 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => trainingPredictions.requestTrainingPredictions(ctx, params.projectId, body),
  }),
  route.get(ALL, 'listTrainingPredictions', {
    access: needs(PROJECT, 'read'),
    summary: 'The training predictions of a project, newest first',
    query: pageQuery(),
    replies: { 200: pageOf(PredictionsOfTraining) },
    handle: (ctx, { params, url, query }) =>
      trainingPredictions.listTrainingPredictions(ctx, params.projectId, url, query),
  }),
  route.get(`${ALL}{predictionId}/`, 'getTrainingPredictions', {
    access: needs(PROJECT, 'use'),
    summary: 'Training predictions, as JSON or, with Accept: text/csv, as CSV',
    headers: { accept: 'text/csv for CSV' },
    query: RowsQuery,
    replies: { 200: null },
    refusals: { 404: ['insights.no_such_rows'] },
    handle: (ctx, { params, headers, query }) =>
      trainingPredictions.readTrainingPredictions(
        ctx,
        params.projectId,
        params.predictionId,
        headers.accept ?? '',
        query,
      ),
  }),
];
