import { form } from '../../src/data/datasets/datasets.fixtures.ts';
import { csvOf } from '../../src/deployments/deployments.fixtures.ts';
import { aHousingTable } from '../../src/deployments/model.fixtures.ts';
import { documentsCsv } from '../../src/genai/vector-databases/vector-databases.fixtures.ts';
import type { Maker, World } from './world-types.ts';

export async function makeDataObjects({ make, app, owner }: Maker): Promise<World> {
  const upload = async (content: string, name: string) => {
    const { headers, body } = form(content, name);
    return (await make('POST /api/v2/datasets/fromFile/', body, { headers })).body;
  };
  const housing = await upload(csvOf(aHousingTable(120)), 'housing.csv');
  const documents = await upload(documentsCsv(), 'documents.csv');
  const { datasetId, versionId: datasetVersionId } = housing;
  const list = { name: 'two', features: ['size', 'rooms'] };
  const featurelist = await make(`POST /api/v2/datasets/${datasetId}/featurelists/`, list);
  const { recipeId } = (await make('POST /api/v2/recipes/fromDataset/', { datasetId })).body;
  await make(`PUT /api/v2/recipes/${recipeId}/operations/`, {
    operations: [{ directive: 'dedupe-rows', arguments: {} }],
  });
  const driverId = (await make('GET /api/v2/externalDataDrivers/')).body.data[0].id;
  const jdbcUrl = 'jdbc:postgresql://db.example.org/sales';
  const store = { type: 'jdbc', canonicalName: 'Warehouse', params: { driverId, jdbcUrl } };
  const dataStoreId = (await make('POST /api/v2/externalDataStores/', store)).body.id;
  const secret = { name: 'login', credentialType: 'basic', user: 'u', password: 'p' };
  const { credentialId } = (await make('POST /api/v2/credentials/', secret)).body;
  const associationId = `dataconnection:${dataStoreId}`;
  await make(`PUT /api/v2/credentials/${credentialId}/associations/${associationId}/`, { isDefault: true });
  const source = {
    ...{ dataStoreId, dataSourceType: 'jdbc', dialect: 'postgres' },
    inputs: [{ canonicalName: 'sales', schema: 'public', table: 'sales' }],
  };
  const fromStore = await make('POST /api/v2/recipes/fromDataStore/', source);
  const dataSourceId = fromStore.body.inputs[0].dataSourceId;
  const definition = await make('POST /api/v2/datasetDefinitions/', { datasetId });
  const at = `/api/v2/datasetDefinitions/${definition.body.id}/`;
  await make(`POST ${at}analyze/`, {});
  const chunks = await make(`POST ${at}chunkDefinitions/`, {});
  const stage = await make('POST /api/v2/dataStages/', { filename: 'more.csv' });
  const begun = await app.ask('POST /api/v2/datasets/fromFile/', { key: owner.key, ...form('a\n1\n', 'a.csv') });
  return {
    ...{ datasetId, datasetVersionId, recipeId, dataStoreId, credentialId, associationId, driverId, dataSourceId },
    documentsId: documents.datasetId,
    catalogId: datasetId,
    entityId: datasetId,
    featurelistId: featurelist.body.id,
    'datasets/featurelistId': featurelist.body.id,
    datasetDefinitionId: definition.body.id,
    chunkDefinitionId: chunks.body.id,
    dataStageId: stage.body.id,
    statusId: begun.body.statusId,
  };
}
