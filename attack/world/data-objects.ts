import { idIn } from './client.ts';
import type { Making } from './world-types.ts';

/** A small table with a number and two classes to predict. */
export function housingCsv(rows = 120): string {
  const lines = ['size,age,town,price,sold'];
  for (let i = 0; i < rows; i++) {
    const [size, age, town] = [(i * 37) % 100, (i * 17) % 40, ['Oslo', 'Rome', 'Lima'][i % 3]];
    const price = 3 * size - age + ((i * 7919) % 13) / 5;
    lines.push(`${size},${age},${town},${price.toFixed(1)},${price > 130 ? 'yes' : 'no'}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A dataset and what hangs on it. */
export async function makeDataObjects({ people, things, step, share }: Making): Promise<void> {
  const { owner, admin } = people;
  const datasetId = await step('a dataset', async () => {
    const path = await owner.follow(await owner.upload('/api/v2/datasets/fromFile/', 'housing.csv', housingCsv()));
    return (await owner.make('GET', path)).datasetId as string;
  });
  if (datasetId === undefined) return;
  const dataset = `/api/v2/datasets/${datasetId}/`;
  things.put('datasetId', datasetId);
  things.put('catalogId', datasetId);
  things.put('entityId', datasetId);
  await step('a dataset version', async () =>
    things.put('datasetVersionId', (await owner.make('GET', dataset)).versionId),
  );
  await step('a feature list', async () => {
    const made = await owner.make('POST', `${dataset}featurelists/`, { name: 'two', features: ['size', 'age'] });
    things.put('featurelistId', made.id, '/datasets/');
  });
  await step('a recipe', async () => {
    const { recipeId } = await owner.make('POST', '/api/v2/recipes/fromDataset/', { datasetId });
    things.put('recipeId', recipeId);
    const operations = [{ directive: 'dedupe-rows', arguments: {} }];
    await owner.make('PUT', `/api/v2/recipes/${recipeId}/operations/`, { operations });
    await share(`/api/v2/recipes/${recipeId}/`);
  });
  await step('a dataset definition', async () => {
    const made = await owner.make('POST', '/api/v2/datasetDefinitions/', { datasetId });
    things.put('datasetDefinitionId', made.id ?? made.datasetDefinitionId);
  });
  await step('a data stage', async () =>
    things.put('dataStageId', (await owner.make('POST', '/api/v2/dataStages/', { filename: 'x.csv' })).id),
  );
  await step('a credential', async () => {
    const basic = { name: 'db', credentialType: 'basic', user: 'u', password: 'attack-secret-password' };
    things.put('credentialId', (await owner.make('POST', '/api/v2/credentials/', basic)).credentialId);
  });
  await step('a data store', async () => {
    const drivers = await owner.make('GET', '/api/v2/externalDataDrivers/');
    const driverId = drivers.data[0].id;
    const params = { driverId, jdbcUrl: 'jdbc:postgresql://db.invalid:5432/x' };
    const made = await owner.make('POST', '/api/v2/externalDataStores/', { type: 'jdbc', canonicalName: 'db', params });
    things.put('dataStoreId', made.id);
    await share(`/api/v2/externalDataStores/${made.id}/`);
  });
  await step('a calendar', async () => {
    const csv = 'date,name\n2022-01-01,New Year\n';
    const path = await owner.follow(await owner.upload('/api/v2/calendars/fileUpload/', 'calendar.csv', csv));
    things.put('calendarId', idIn(path));
    const roles = {
      [people.observer.username]: 'OBSERVER',
      [people.consumer.username]: 'READ_ONLY',
      [people.editor.username]: 'READ_WRITE',
    };
    const users = Object.entries(roles).map(([username, role]) => ({ username, role }));
    await owner.make('PATCH', `${path}accessControl/`, { users });
  });
  await step('a group', async () => {
    const made = await admin.make('POST', '/api/v2/groups/', { name: `attack-${datasetId.slice(-6)}` });
    things.put('groupId', made.id ?? made.groupId);
  });
  await share(dataset);
}
