import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually, gate } from '#platform/jobs/jobs.fixtures.ts';
import { reviveActor } from '#platform/jobs/stored-actor.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { autopilotStore } from '../core/project/autopilot-run.store.ts';
import { lockProject } from '../core/project/project.store.ts';
import { type ProjectsApp, projectsApp } from '../projects.fixtures.ts';
import { projectJobStore } from './project-job.store.ts';
import { dispatch, enqueueStep, requeueAutopilot } from './project-queue.ts';
import { registerStep, type Step } from './step.ts';

let app: ProjectsApp & { stopWorker(): Promise<void> };
let key: string;
let id: string;

/** Each job waits for its gate, so that a test decides when it ends. */
const gates = new Map<string, ReturnType<typeof gate<void>>>();
const begun: string[] = [];
const held: Step<{ name: string }> = {
  name: 'test-held',
  jobType: 'model',
  input: z.strictObject({ name: z.string() }),
  async run(_platform, { name }, _job, run) {
    begun.push(name);
    const stopped = new Promise((_, reject) =>
      run.signal.addEventListener('abort', () => reject(run.signal.reason), { once: true }),
    );
    await Promise.race([gates.get(name)?.passed, stopped]);
    return { location: `/api/v2/projects/${id}/` };
  },
};

beforeAll(async () => {
  app = await projectsApp();
  registerStep(held);
  key = (await app.person()).key;
}, 60_000);
afterAll(() => app.stopWorker());

beforeEach(async () => {
  gates.clear();
  begun.length = 0;
  id = await app.shops(key, 'date,sales\n2024-01-01,1\n2024-01-02,2\n2024-01-03,3\n');
  await app.ask(`PATCH /api/v2/projects/${id}/`, { key, body: { workerCount: 0 } });
}, 60_000);

const add = (...names: readonly string[]) => addTo({}, ...names);

async function addTo(run: { autopilotRun?: number }, ...names: readonly string[]): Promise<number[]> {
  for (const name of names) gates.set(name, gate<void>());
  const owner = await app.platform.db.queries
    .selectFrom('job_records')
    .select('actor')
    .limit(1)
    .executeTakeFirstOrThrow();
  return app.platform.db.transaction(async (tx) => {
    const project = await lockProject(tx, id);
    if (project === undefined) throw new Error('no project');
    const ids: number[] = [];
    for (const name of names) {
      const job = await enqueueStep(
        app.platform,
        tx,
        held,
        { name },
        { ...run, project, actor: reviveActor(owner.actor) },
      );
      ids.push(job.id);
    }
    await dispatch(app.platform, tx, id);
    return ids;
  });
}

const workers = (workerCount: number) => app.ask(`PATCH /api/v2/projects/${id}/`, { key, body: { workerCount } });
const statuses = async () => {
  const { body } = await app.ask(`GET /api/v2/projects/${id}/jobs/`, { key });
  return body.jobs.map(({ status }: { status: string }) => status);
};

test('no workers: jobs wait; more workers: as many start at once, in order', async () => {
  await add('a', 'b', 'c');
  expect(await statuses()).toEqual(['queue', 'queue', 'queue']);
  await workers(1);
  await eventually(async () => begun.length === 1);
  expect(begun).toEqual(['a']);
  expect(await statuses()).toEqual(['inprogress', 'queue', 'queue']);
  await workers(2);
  await eventually(async () => begun.length === 2);
  gates.get('a')?.open();
  await eventually(async () => begun.length === 3);
  for (const name of ['b', 'c']) gates.get(name)?.open();
  await eventually(async () => (await statuses()).length === 0);
}, 60_000);

test('fewer workers: what runs is finished, nothing else starts', async () => {
  await workers(2);
  await add('a', 'b', 'c', 'd');
  await eventually(async () => begun.length === 2);
  await workers(1);
  gates.get('a')?.open();
  await eventually(async () => (await statuses()).length === 3);
  expect([...begun].sort()).toEqual(['a', 'b']);
  gates.get('b')?.open();
  await eventually(async () => begun.length === 3);
  for (const name of ['c', 'd']) gates.get(name)?.open();
  await eventually(async () => (await statuses()).length === 0);
}, 60_000);

test('a cancelled job is stopped, and the next one takes its place', async () => {
  await workers(1);
  const [first] = await add('a', 'b');
  await eventually(async () => begun.length === 1);
  expect((await app.ask(`DELETE /api/v2/projects/${id}/jobs/${first}/`, { key })).status).toBe(204);
  await eventually(async () => begun.length === 2);
  expect((await app.ask(`GET /api/v2/projects/${id}/jobs/${first}/`, { key })).body.status).toBe('ABORTED');
  gates.get('b')?.open();
  await eventually(async () => (await statuses()).length === 0);
  expect((await app.ask(`GET /api/v2/projects/${id}/jobs/999999/`, { key })).status).toBe(404);
}, 60_000);

test('a finished job redirects to what it made, with its record in the body', async () => {
  await workers(1);
  const [first] = await add('a');
  gates.get('a')?.open();
  const done = await eventually(async () => {
    const seen = await app.ask(`GET /api/v2/projects/${id}/modelJobs/${first}/`, { key });
    return seen.status === 303 && seen;
  });
  expect(done.body).toMatchObject({ id: String(first), status: 'COMPLETED', projectId: id });
  expect(done.headers.location).toMatch(/\/api\/v2\/projects\/[0-9a-f]{24}\/$/);
}, 60_000);

test('the status of a job speaks the words of the specification, its record those of clients', async () => {
  await workers(1);
  const [first, second] = await add('a', 'b');
  await eventually(async () => begun.length === 1);
  const outsider = (await app.person()).key;
  const state = async (job: number | undefined, by = key) =>
    app.ask(`GET /api/v2/status/modelJobs/${job}/`, { key: by });
  expect((await state(first)).body).toMatchObject({
    statusId: String(first),
    status: 'RUNNING',
    code: 0,
    type: 'model',
  });
  expect((await state(second)).body).toMatchObject({ status: 'INITIALIZED', progress: 0 });
  expect(await statuses()).toEqual(['inprogress', 'queue']);
  expect((await app.ask(`GET /api/v2/status/predictJobs/${first}/`, { key })).status).toBe(404);
  expect((await state(first, outsider)).status).toBe(404);
  expect((await app.ask(`DELETE /api/v2/status/modelJobs/${first}/`, { key: outsider })).status).toBe(404);
  expect((await app.ask(`DELETE /api/v2/status/modelJobs/${second}/`, { key })).status).toBe(204);
  expect((await state(second)).body).toMatchObject({ status: 'ABORTED', message: expect.any(String) });
  gates.get('a')?.open();
  const done = await eventually(async () => {
    const seen = await state(first);
    return seen.status === 303 && seen;
  });
  expect(done.body).toMatchObject({ status: 'COMPLETED', progress: 1 });
  expect(done.headers.location).toMatch(/\/api\/v2\/projects\/[0-9a-f]{24}\/$/);
}, 60_000);

test('a job the platform gave up is noticed when somebody asks, and makes room', async () => {
  await workers(1);
  const [first] = await add('a', 'b');
  await eventually(async () => begun.length === 1);
  const row = await projectJobStore(app.platform.db.queries).byId(first as number);
  await app.platform.jobs.cancel(row?.status_id ?? '');
  await eventually(async () => (await statuses()).length === 1 && begun.includes('b'));
  gates.get('b')?.open();
  await eventually(async () => (await statuses()).length === 0);
}, 60_000);

test('what waits starts by priority, then in order; nothing of a paused autopilot does', async () => {
  const [first = 0, second = 0] = await add('a', 'b');
  const [ofAutopilot = 0] = await addTo({ autopilotRun: 1 }, 'c');
  const { queries } = app.platform.db;
  const settings = JSON.stringify({});
  const run = { project_id: id, number: 1, featurelist_id: 'all', mode: 'quick', settings, stage: 'first' } as const;
  await autopilotStore(queries).insert({ ...run, started_at: app.platform.now(), ended_at: null });
  await queries.updateTable('project_jobs').set({ priority: 1000 }).where('id', '=', second).execute();
  const waiting = async () => (await projectJobStore(queries).waiting(id, 10)).map((job) => job.id);
  expect(await waiting()).toEqual([second, first, ofAutopilot]);
  await autopilotStore(queries).setPaused(id, true);
  expect(await waiting()).toEqual([second, first]);
});

test('two people who add a job at the same moment both get one', async () => {
  const { actor } = await app.platform.db.queries.selectFrom('job_records').select('actor').executeTakeFirstOrThrow();
  const project = await app.platform.db.transaction((tx) => lockProject(tx, id));
  if (project === undefined) throw new Error('no project');
  const both = gate<void>();
  let added = 0;
  const addOne = (name: string) =>
    app.platform.db.transaction(async (tx) => {
      const job = await enqueueStep(app.platform, tx, held, { name }, { project, actor: reviveActor(actor) });
      if (++added === 2) both.open();
      await both.passed;
      await dispatch(app.platform, tx, id);
      return job.id;
    });
  expect(new Set(await Promise.all([addOne('a'), addOne('b')])).size).toBe(2);
});

test('pausing the autopilot cancels its waiting jobs when its transaction is committed, not when it rolls back', async () => {
  await workers(3);
  // They keep both places of the worker, so the job of the autopilot is dispatched but not started.
  await add('a', 'b');
  await eventually(async () => begun.length === 2);
  const [jobId = 0] = await addTo({ autopilotRun: 1 }, 'c');
  const { queries } = app.platform.db;
  const job = () => projectJobStore(queries).byId(jobId);
  const statusId = (await job())?.status_id ?? '';
  const record = () => queries.selectFrom('job_records').select('status').where('id', '=', statusId).executeTakeFirst();
  const pause = (end: () => void) =>
    app.platform.db.transaction(async (tx) => {
      await lockProject(tx, id);
      await requeueAutopilot(app.platform, tx, id);
      end();
    });
  const rolledBack = pause(() => {
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await job()).toMatchObject({ status: 'inprogress', status_id: statusId });
  expect(await record()).toEqual({ status: 'INITIALIZED' });
  await pause(() => undefined);
  expect(await job()).toMatchObject({ status: 'queue', status_id: null });
  await eventually(async () => (await record())?.status === 'ABORTED');
  for (const name of ['a', 'b', 'c']) gates.get(name)?.open();
  await eventually(async () => (await statuses()).length === 0);
  expect([...begun].sort()).toEqual(['a', 'b', 'c']);
}, 60_000);

test('a worker that stops gives its job back; another one does it', async () => {
  await workers(1);
  await add('a');
  await eventually(async () => begun.length === 1);
  await app.stopWorker();
  expect(await statuses()).toEqual(['queue']);
  const other = await startWorker(app.platform, { concurrency: 2 });
  try {
    await eventually(async () => begun.length === 2);
    gates.get('a')?.open();
    await eventually(async () => (await statuses()).length === 0);
  } finally {
    await other.stop();
  }
}, 60_000);
