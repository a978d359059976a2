import { expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { csvOf } from '../deployments.fixtures.ts';
import { aSalesTable } from '../model.fixtures.ts';
import { aTrainedModel, deploymentsApp } from '../served-models.fixtures.ts';

const app = await deploymentsApp();
const { key } = await app.person();
const ask = (line: string, body?: unknown) => app.ask(line, { key, ...(body === undefined ? {} : { body }) });
const PATIENCE_SECONDS = 240;

test('a forecaster is trained again as it was, and becomes a challenger', async () => {
  const { modelId, projectId } = await aTrainedModel(app, key, 'series');
  const begun = await ask('POST /api/v2/deployments/fromLearningModel/', { modelId, label: 'Shops' });
  const path = `/api/v2/deployments/${(await app.finished(begun, key)).body.id}/`;
  const edge = 'edge';
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="new.csv"\r\n\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` };
  const file = `${head}${csvOf(aSalesTable())}\r\n--${edge}--\r\n`;
  const data = await app.ask('POST /api/v2/datasets/fromFile/', { key, body: file, headers });
  await app.finished(data, key);
  await ask(`PATCH ${path}retrainingSettings/`, { datasetId: data.body.catalogId });
  const policy = await ask(`POST ${path}retrainingPolicies/`, {
    name: 'Again',
    modelSelectionStrategy: 'same_hyperparameters',
    action: 'create_challenger',
  });
  const runs = `${path}retrainingPolicies/${policy.body.id}/runs/`;
  const { id } = (await ask(`POST ${runs}`)).body;
  const run = await eventually(async () => {
    const { body } = await ask(`GET ${runs}${id}/`);
    return body.finishTime === null ? null : body;
  }, PATIENCE_SECONDS);
  expect(run).toMatchObject({ status: 'complete', errorMessage: null });
  expect(run.projectId).not.toBe(projectId);
  const { body } = await ask(`GET ${path}challengers/`);
  expect(body.data).toMatchObject([{ id: run.challengerId, modelPackage: { id: run.modelPackageId } }]);
}, 300_000);
