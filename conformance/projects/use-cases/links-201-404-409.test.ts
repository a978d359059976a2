import { beforeAll, expect, test } from 'vitest';
import { aDataset } from '../../data/datasets/a-dataset.ts';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { shopsProject } from '../shops.ts';

let options: CallOptions;
let projectId: string;
let datasetId: string;
beforeAll(async () => {
  const key = (await aPerson()).token;
  options = { key };
  projectId = (await shopsProject(options)).split('/').at(-2) ?? '';
  datasetId = (await aDataset('a,b\n1,x\n2,y\n', 'linked.csv', key)).id;
});

async function aUseCase(name: string): Promise<string> {
  return `/api/v2/useCases/${(await call('POST', '/api/v2/useCases/', { ...options, json: { name } })).body.id}/`;
}
const linkAll = (useCase: string, ...entitiesList: object[]) =>
  call('POST', `${useCase}multilink/`, { ...options, json: { entitiesList } });
const inside = async (useCase: string): Promise<string[]> =>
  (await call('GET', `${useCase}resources/`, options)).body.data.map((one: { entityId: string }) => one.entityId);

test('201, 409: many things are added at once; a project has one use case, and nothing is added with one that has', async () => {
  const [first, second] = [await aUseCase('First'), await aUseCase('Second')];
  const project = { entityType: 'project', entityId: projectId };
  const dataset = { entityType: 'dataset', entityId: datasetId };
  const linked = await linkAll(first, project, dataset);
  expect([linked.status, linked.body.count]).toEqual([201, 2]);
  expect((await inside(first)).sort()).toEqual([projectId, datasetId].sort());
  const refused = await linkAll(second, dataset, project);
  expect([refusalOf(refused), refused.body.message]).toEqual([
    '409 use_cases.in_another',
    expect.stringContaining(projectId),
  ]);
  expect(await inside(second)).toEqual([]);
});

test('404: a collection that is none, and what is not inside', async () => {
  const [useCase, other] = [await aUseCase('Third'), await aUseCase('Fourth')];
  const json = { useCaseId: other.split('/').at(-2) };
  for (const [rest, refusal] of [
    [`poems/${datasetId}/`, '404 use_cases.no_such_collection'],
    [`datasets/${datasetId}/`, '404 use_cases.not_inside'],
  ] as const) {
    expect(refusalOf(await call('PATCH', useCase + rest, { ...options, json }))).toBe(refusal);
    expect(refusalOf(await call('DELETE', useCase + rest, options))).toBe(refusal);
  }
});
