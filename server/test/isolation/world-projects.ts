import { form } from '../../src/data/datasets/datasets.fixtures.ts';
import type { Maker, World } from './world-types.ts';

/** A project with one trained model, rows to predict and their predictions; a calendar beside it. */
export async function makeProjectObjects({ make }: Maker, { datasetId }: World): Promise<World> {
  const project = await make('POST /api/v2/projects/', { projectName: 'Prices', datasetId });
  const projectId = project.body.id;
  const at = `/api/v2/projects/${projectId}/`;
  await make(`PATCH ${at}aim/`, { target: 'price', mode: 'manual' });
  const list = { name: 'two', features: ['size', 'rooms'] };
  const featurelist = await make(`POST ${at}featurelists/`, list);
  const blueprints: { id: string; supportsIncrementalLearning: boolean }[] = (await make(`GET ${at}blueprints/`)).body;
  const blueprint = blueprints.find((one) => one.supportsIncrementalLearning) ?? blueprints[0];
  const blueprintId = blueprint?.id ?? '';
  const modelId = (await make(`POST ${at}models/`, { blueprintId })).body.id;
  const rows = await make(`POST ${at}predictionDatasets/datasetUploads/`, { datasetId });
  const predictionDatasetId = rows.body.id;
  await make(`POST ${at}predictions/`, { modelId, datasetId: predictionDatasetId });
  const [predicted] = (await make(`GET ${at}predictions/`)).body.data;
  await make(`PATCH ${at}`, { holdoutUnlocked: true });
  await make(`POST ${at}trainingPredictions/`, { modelId, dataSubset: 'validationAndHoldout' });
  const [training] = (await make(`GET ${at}trainingPredictions/`)).body.data;
  await make(`POST ${at}shapMatrices/`, { modelId, datasetId: predictionDatasetId });
  const [matrix] = (await make(`GET ${at}shapMatrices/`)).body.data;
  const filters = [{ operand: 'size', operator: '>', values: [1] }];
  const slice = await make('POST /api/v2/dataSlices/', { projectId, name: 'large', filters });
  const fairs = form('date,event\n2024-01-01,fair\n2024-06-01,fair\n', 'fairs.csv', { name: 'Fairs' });
  const calendar = await make('POST /api/v2/calendars/fileUpload/', fairs.body, { headers: fairs.headers });
  const days = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));
  const sales = form(`when,price\n${days.map((when, day) => `${when},${day % 7}`).join('\n')}\n`, 'sales.csv');
  const open = await make('POST /api/v2/projects/', sales.body, { headers: sales.headers });
  const sold = form(
    `size,sold\n${days.map((_, day) => `${day},${day % 2 === 0 ? 'yes' : 'no'}`).join('\n')}\n`,
    'sold.csv',
  );
  const classes = await make('POST /api/v2/projects/', sold.body, { headers: sold.headers });
  await make(`PATCH /api/v2/projects/${classes.body.id}/aim/`, { target: 'sold', mode: 'manual' });
  const payoff = await make(`POST /api/v2/projects/${classes.body.id}/payoffMatrices/`, { name: 'profit' });
  return {
    ...{ shapMatrixId: matrix.id, dataSliceId: slice.body.id, payoffMatrixId: payoff.body.id },
    openProjectId: open.body.id,
    ...{ explanationsId: modelId, datetimePartitioningId: projectId, multiseriesId: projectId },
    ...{ projectId, modelId, blueprintId, predictionDatasetId },
    'predictionDatasets/datasetId': predictionDatasetId,
    'featurelists/featurelistId': featurelist.body.id,
    'modelingFeaturelists/featurelistId': featurelist.body.id,
    predictionId: predicted.id,
    'trainingPredictions/predictionId': training.id,
    calendarId: calendar.body.id,
    jobId: '1',
  };
}
