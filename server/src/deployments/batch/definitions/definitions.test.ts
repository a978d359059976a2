import { expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { enqueueDueWork } from '#platform/jobs/schedule/schedule.ts';
import { movableClock } from '../../../../test/served-app.ts';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { batchApp, housingRows, PATH } from '../batch.fixtures.ts';

const clock = movableClock('2026-11-15T09:30:00Z');
const { platform, ada, ask, askAs, person, upload, ended } = await batchApp({ now: clock });
const { id: deploymentId } = await aDeployment(platform, ada, 'binary');
const ALL = '/api/v2/batchPredictionJobDefinitions/';
const hourly = { minute: [0], hour: ['*'], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };

test('202, 200, 204: kept, listed, changed, exported, run, deleted', async () => {
  const made = await ask(`POST ${ALL}`, { deploymentId, name: 'Nightly', passthroughColumns: ['size'] });
  expect(made.status).toBe(202);
  expect(made.body).toMatchObject({ name: 'Nightly', enabled: false, schedule: null, nextScheduledRunTime: null });
  const one = `${ALL}${made.body.id}/`;
  expect((await ask(`GET ${ALL}?searchName=night&deploymentId=${deploymentId}`)).body.data).toEqual([made.body]);
  expect((await ask(`GET ${ALL}?searchName=day`)).body.data).toEqual([]);
  const changed = await ask(`PATCH ${ALL}${made.body.id}`, { name: 'Daily', maxExplanations: 1 });
  expect(changed.body).toMatchObject({
    name: 'Daily',
    batchPredictionJob: { maxExplanations: 1, passthroughColumns: ['size'] },
  });
  expect((await ask(`GET ${one}portable/`)).text).toContain('prediction.passthrough_columns = ["size"]');
  const run = await ask(`POST ${PATH}fromJobDefinition/`, { jobDefinitionId: made.body.id });
  expect([run.status, run.body.batchPredictionJobDefinition.name]).toEqual([202, 'Daily']);
  await upload(run.body.id, housingRows(5));
  expect((await ended(run.body.id)).body.status).toBe('COMPLETED');
  expect((await ask(`GET ${one}`)).body).toMatchObject({
    lastStartedJobStatus: 'COMPLETED',
    lastSuccessfulRunTime: expect.any(String),
  });
  expect((await ask(`DELETE ${one}`)).status).toBe(204);
  expect((await ask(`GET ${one}`)).status).toBe(404);
  expect((await ask(`GET ${PATH}${run.body.id}/`)).body.batchPredictionJobDefinition).toBeNull();
});

test('a schedule makes jobs when they are due, as the one who set it', async () => {
  const made = await ask(`POST ${ALL}`, { deploymentId, name: 'Hourly', enabled: true, schedule: [hourly] });
  expect(made.body.nextScheduledRunTime).toBe('2026-11-15T10:00:00.000Z');
  clock.moveSeconds(3600);
  await enqueueDueWork(platform);
  const jobs = await eventually(async () => {
    const { data } = (await ask(`GET ${PATH}?batchPredictionJobDefinitionId=${made.body.id}&source=schedule`)).body;
    return data.length > 0 && data;
  });
  expect(jobs).toHaveLength(1);
  expect(jobs[0].createdBy.userId).toBe(ada.id);
  const off = await ask(`PATCH ${ALL}${made.body.id}/`, { enabled: false });
  expect(off.body.nextScheduledRunTime).toBeNull();
});

test('results are swept away two days after the end', async () => {
  const { id } = (await ask(`POST ${PATH}`, { deploymentId })).body;
  await upload(id, housingRows(5));
  await ended(id);
  const pieces = () => platform.db.queries.selectFrom('batch_pieces').select('side').where('job_id', '=', id).execute();
  await eventually(async () => (await pieces()).every(({ side }) => side === 'out'));
  clock.moveSeconds(48 * 3600);
  expect((await ask(`GET ${PATH}${id}/`)).body).toMatchObject({ resultsDeleted: true });
  expect((await ask(`GET ${PATH}${id}/download/`)).status).toBe(404);
  clock.moveSeconds(3600);
  await enqueueDueWork(platform);
  await eventually(async () => (await pieces()).length === 0);
});

test('404, 409, 422: another organization, a taken name, what cannot be', async () => {
  const made = await ask(`POST ${ALL}`, { deploymentId, name: 'Once' });
  expect((await ask(`POST ${ALL}`, { deploymentId, name: 'ONCE' })).status).toBe(409);
  const outsider = await person({ organization: 'Elsewhere' });
  for (const line of [
    `GET ${ALL}${made.body.id}/`,
    `DELETE ${ALL}${made.body.id}/`,
    `GET ${ALL}${made.body.id}/portable/`,
  ]) {
    expect([line, (await askAs(outsider.key, line)).status]).toEqual([line, 404]);
  }
  const wrong: [object, string][] = [
    [{ deploymentId, enabled: true }, 'schedule'],
    [{ deploymentId, schedule: { ...hourly, hour: [24] } }, 'schedule.hour'],
    [{ deploymentId: 'x' }, 'deploymentId'],
    [{ deploymentId, unheard: 1 }, 'unheard'],
  ];
  for (const [body, field] of wrong) {
    const answer = await ask(`POST ${ALL}`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  }
});
