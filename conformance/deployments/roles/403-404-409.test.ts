import { beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { deployedElsewhere } from '../elsewhere.ts';

let [owner, consumer, colleague]: Person[] = [];
let deploymentId: string;
let packageId: string;

const asked = (who: Person | undefined, method: string, path: string, json?: object) =>
  call(method, `/api/v2/${path}`, { key: who?.token ?? null, ...(json === undefined ? {} : { json }) });

beforeAll(async () => {
  [owner, consumer, colleague] = [await aPerson(), await aPerson(), await aPerson()];
  ({ id: deploymentId, packageId } = await deployedElsewhere({ key: owner?.token ?? null }, 'Elsewhere'));
  const roles = [{ shareRecipientType: 'user', id: consumer?.id, role: 'CONSUMER' }];
  const shared = await asked(owner, 'PATCH', `deployments/${deploymentId}/sharedRoles/`, {
    operation: 'updateRoles',
    roles,
  });
  expect(shared.status).toBe(204);
});

test('403: rows of other callers, their names, and where news are sent are not for consumers', async () => {
  const paths = ['predictionDataExports/', 'actualsDataExports/', 'trainingDataExports/', 'predictionResults/']
    .concat('segmentValues/', 'runtimeParameters/')
    .map((path) => `deployments/${deploymentId}/${path}`)
    .concat(
      ['entityNotificationChannels', 'entityNotificationPolicies', 'entityNotificationLogs'].map(
        (path) => `${path}/deployment/${deploymentId}/`,
      ),
    );
  for (const path of paths) {
    expect([path, (await asked(consumer, 'GET', path)).status]).toEqual([path, 403]);
    expect([path, (await asked(owner, 'GET', path)).status]).toEqual([path, 200]);
  }
  expect((await asked(consumer, 'GET', `deployments/${deploymentId}/serviceStats/`)).status).toBe(200);
});

test('404: what nobody showed the caller answers as what does not exist, word for word', async () => {
  const started = await asked(owner, 'POST', `modelPackages/${packageId}/modelPackageFileBuilds/`, {});
  const status = String(started.body?.statusId ?? '');
  const pairs: readonly (readonly [string, string, string])[] = [
    ['GET', `deployments/${deploymentId}/`, deploymentId],
    ['GET', `modelPackages/${packageId}/`, packageId],
    ['POST', `modelPackages/${packageId}/archive/`, packageId],
    ...(status === ''
      ? []
      : [['GET', `status/${status}/`, status] as const, ['DELETE', `status/${status}/`, status] as const]),
  ];
  for (const [method, path, id] of pairs) {
    const unknown = id.replace(/.{6}$/, 'eeeeee');
    const said = async (of: string) => {
      const { status: code, text } = await asked(colleague, method, path.replace(id, of));
      return [method, path, code, text.replaceAll(of, '<id>')];
    };
    expect(await said(id)).toEqual(await said(unknown));
    expect((await said(id))[2]).toBe(404);
  }
});

test('201, 409: a name is taken for whoever gave it, and free for everybody else', async () => {
  const json = { registeredModelName: 'Prices', name: 'first', target: { name: 'price', type: 'Regression' } };
  const statuses = [];
  for (const who of [owner, colleague, colleague])
    statuses.push((await asked(who, 'POST', 'modelPackages/fromJSON/', json)).status);
  expect(statuses).toEqual([201, 201, 409]);
});

test('404: fields that name what the caller cannot see', async () => {
  const { id } = await deployedElsewhere({ key: colleague?.token ?? null }, 'Mine');
  const useCase = await asked(owner, 'POST', 'useCases/', { name: 'Hidden' });
  const secret = { name: 'login', credentialType: 'basic', user: 'u', password: 'p' };
  const credential = await asked(owner, 'POST', 'credentials/', secret);
  const policy = { name: 'again', useCaseId: useCase.body.id };
  expect((await asked(colleague, 'POST', `deployments/${id}/retrainingPolicies/`, policy)).status).toBe(404);
  const place = { name: 'Edge', platform: 'other', credentialId: credential.body.credentialId };
  expect((await asked(colleague, 'POST', 'predictionEnvironments/', place)).status).toBe(404);
});

test('the published schema of a refusal is that of its route', async () => {
  const { body: published } = await call('GET', '/api/v2/openapi.json');
  const refusal = published.paths['/api/v2/genai/playgrounds/{playgroundId}/'].get.responses['404'];
  expect(refusal.content['application/json'].schema.$ref).toBe('#/components/schemas/DetailProblem');
  const { status, body } = await asked(owner, 'GET', 'genai/playgrounds/65f0000000000000000000ff/');
  expect([status, Object.keys(body)]).toEqual([404, published.components.schemas.DetailProblem.required]);
  const wrong = await call('PUT', '/api/v2/genai/playgrounds/', {});
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([405, ['detail']]);
});
