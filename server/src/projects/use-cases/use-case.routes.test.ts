import { expect, test } from 'vitest';
import { grantOwnership } from '#accounts';
import { newId } from '#platform/ids.ts';
import { servedApp } from '../../../test/served-app.ts';
import { PROJECT } from '../core/project/get-project.ts';

const { ask, person, platform } = await servedApp();
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const outsider = await person({ organization: 'Two', role: 'admin' });
type Person = typeof ann;
const PATH = '/api/v2/useCases/';

const make = async (who: Person, body: object = {}) => (await ask(`POST ${PATH}`, { key: who.key, body })).body.id;

/** A project that is only a row: what use cases see of it. */
async function aProject(who: Person, name: string): Promise<string> {
  const [id, now] = [newId(), platform.now()];
  const actor = { userId: who.id, organizationId: who.organizationId } as Parameters<typeof grantOwnership>[1];
  const row = { id, organization_id: who.organizationId, name, file_name: 'a.csv', created_by: who.id };
  await platform.db.transaction(async (tx) => {
    await tx
      .insertInto('projects')
      .values({ ...row, created_at: now, updated_at: now })
      .execute();
    await grantOwnership(tx, actor, now, { kind: PROJECT, id });
  });
  return id;
}
const share = (who: Person, id: string, to: Person, role: string) =>
  ask(`PATCH ${PATH}${id}/sharedRoles/`, {
    key: who.key,
    body: { operation: 'updateRoles', roles: [{ shareRecipientType: 'user', id: to.id, role }] },
  });

test('201 without a body, 200 afterwards, 204 at the end', async () => {
  const made = await ask(`POST ${PATH}`, { key: ann.key });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'Untitled use case', description: '', role: 'OWNER', projectsCount: 0 });
  expect(made.body.members).toEqual([made.body.created]);
  const one = `${PATH}${made.body.id}/`;
  const changed = await ask(`PATCH ${one}`, { key: ann.key, body: { name: 'Churn', description: null } });
  expect(changed.body).toMatchObject({ name: 'Churn', description: '' });
  expect((await ask(`GET ${one}`, { key: ann.key })).body).toEqual(changed.body);
  expect((await ask(`DELETE ${one}`, { key: ann.key })).status).toBe(204);
  expect((await ask(`GET ${one}`, { key: ann.key })).status).toBe(404);
});

test('404 for other organizations, 403 for too small a role, 422 for what is not understood', async () => {
  const id = await make(ann);
  for (const line of [`GET ${PATH}${id}/`, `DELETE ${PATH}${id}/`, `GET ${PATH}${id}/resources/`]) {
    expect([line, (await ask(line, { key: outsider.key })).status]).toEqual([line, 404]);
  }
  await share(ann, id, bob, 'CONSUMER');
  expect((await ask(`PATCH ${PATH}${id}/`, { key: bob.key, body: { name: 'x' } })).status).toBe(403);
  expect((await ask(`PATCH ${PATH}${id}/`, { key: ann.key, body: { colour: 'red' } })).status).toBe(422);
  const disordered = await ask(`GET ${PATH}?orderBy=colour`, { key: ann.key });
  expect([disordered.status, Object.keys(disordered.body.errors)]).toEqual([422, ['orderBy']]);
});

test('200: lists search, order by counts in both spellings, and find who holds a thing', async () => {
  const [empty, full] = [await make(ann, { name: 'Empty list' }), await make(ann, { name: 'Full list' })];
  const project = await aProject(ann, 'Sales');
  await ask(`POST ${PATH}${full}/projects/${project}/`, { key: ann.key });
  const ids = async (query: string) =>
    (await ask(`GET ${PATH}?${query}`, { key: ann.key })).body.data.map(({ id }: { id: string }) => id);
  expect(await ids('search=LIST&orderBy=-projects_count')).toEqual([full, empty]);
  expect(await ids('search=list&orderBy=projectsCount')).toEqual([empty, full]);
  expect(await ids(`projectId=${project}`)).toEqual([full]);
  expect(await ids(`entityType=project&entityId=${project}`)).toEqual([full]);
  expect(await ids('usecaseType=walkthrough')).toEqual([]);
});

test('200: a link is made once, shown with its thing, moved and taken out', async () => {
  const [first, second] = [await make(ann, { name: 'First' }), await make(ann, { name: 'Second' })];
  const project = await aProject(ann, 'Linked');
  const link = `${PATH}${first}/projects/${project}/`;
  const made = await ask(`POST ${link}`, { key: ann.key, body: {} });
  expect(made.body).toMatchObject({ entityType: 'project', entityId: project, experimentContainerId: first });
  expect((await ask(`POST ${link}`, { key: ann.key })).body).toEqual(made.body);
  const inside = await ask(`GET ${PATH}${first}/resources/`, { key: ann.key });
  expect(inside.body.data).toMatchObject([{ name: 'Linked', useCaseName: 'First', metadata: { stage: 'eda' } }]);
  const conflict = await ask(`POST ${PATH}${second}/projects/${project}/`, { key: ann.key });
  expect([conflict.status, conflict.body.message]).toEqual([409, expect.stringContaining(first)]);
  const moved = await ask(`PATCH ${link}`, { key: ann.key, body: { useCaseId: second } });
  expect(moved.body.experimentContainerId).toBe(second);
  expect((await ask(`DELETE ${link}`, { key: ann.key })).status).toBe(404);
  expect((await ask(`DELETE ${PATH}${second}/projects/${project}/`, { key: ann.key })).status).toBe(204);
  expect((await ask(`POST ${PATH}${first}/spoons/${project}/`, { key: ann.key })).status).toBe(404);
});

test('200: all resources, of every use case the caller may see; deleted things are not there', async () => {
  const useCase = await make(bob);
  const [kept, gone] = [await aProject(bob, 'Kept'), await aProject(bob, 'Gone')];
  const entitiesList = [kept, gone].map((entityId) => ({ entityType: 'project', entityId }));
  expect((await ask(`POST ${PATH}${useCase}/multilink/`, { key: bob.key, body: { entitiesList } })).status).toBe(201);
  await platform.db.queries
    .updateTable('projects')
    .set({ deleted_at: platform.now() })
    .where('id', '=', gone)
    .execute();
  const names = async (who: Person) =>
    (await ask(`GET ${PATH}allResources/?orderBy=name`, { key: who.key })).body.data.map(
      (row: { name: string }) => row.name,
    );
  expect(await names(bob)).toContain('Kept');
  expect(await names(bob)).not.toContain('Gone');
  expect(await names(ann)).not.toContain('Kept');
  await share(bob, useCase, ann, 'CONSUMER');
  expect(await names(ann)).toContain('Kept');
  expect((await ask(`GET /api/v2/useCases/${useCase}/`, { key: ann.key })).body.projectsCount).toBe(1);
});

test('404: what the caller may not share cannot be put into a use case, alone or among others', async () => {
  const useCase = await make(bob);
  const [own, foreign] = [await aProject(bob, 'Own'), await aProject(ann, 'Foreign')];
  expect((await ask(`POST ${PATH}${useCase}/projects/${foreign}/`, { key: bob.key })).status).toBe(404);
  const entitiesList = [own, foreign].map((entityId) => ({ entityType: 'project', entityId }));
  expect((await ask(`POST ${PATH}${useCase}/multilink/`, { key: bob.key, body: { entitiesList } })).status).toBe(404);
  expect((await ask(`GET ${PATH}${useCase}/projects/`, { key: bob.key })).body.totalCount).toBe(0);
});

test('showOrgUseCases lists only those that are shared with the whole organization', async () => {
  const lea = await person({ organization: 'Three' });
  const [open, mine] = [await make(lea, { name: 'open' }), await make(lea, { name: 'mine' })];
  const everybody = { shareRecipientType: 'organization', id: lea.organizationId, role: 'CONSUMER' };
  const body = { operation: 'updateRoles', roles: [everybody] };
  expect((await ask(`PATCH ${PATH}${open}/sharedRoles/`, { key: lea.key, body })).status).toBe(204);
  const listed = async (query: string) =>
    (await ask(`GET ${PATH}${query}`, { key: lea.key })).body.data.map(({ id }: { id: string }) => id);
  expect((await listed('')).sort()).toEqual([open, mine].sort());
  expect(await listed('?showOrgUseCases=true')).toEqual([open]);
  expect((await listed('?showOrgUseCases=false')).sort()).toEqual([open, mine].sort());
});
