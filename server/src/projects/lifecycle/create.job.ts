import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import {
  type ColumnProfile,
  fetchToBlob,
  ingestFile,
  ingestVersion,
  linkProject,
  versionForReading,
  versionProfile,
} from '#data';
import { withIncoming } from '#platform/blobs/incoming.ts';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { type FeatureProfile, featureStore, type NewFeature, UNMEASURED } from '../core/features/feature.store.ts';
import { featureListStore, INFORMATIVE, platformList, RAW } from '../core/features/feature-list.store.ts';
import { pick } from '../core/fields.ts';
import { CREATION_JOBS, loadAnyProject } from '../core/project/get-project.ts';
import { lockProject, type ProjectRow, projectStore } from '../core/project/project.store.ts';

const Input = z.strictObject({ projectId: z.string(), url: z.string().optional() });
type Input = z.output<typeof Input>;

/** Retries after an unexpected error. */
const READ_AGAIN = 2;
const WAIT_AGAIN = 5;

const done = (projectId: string) => ({ location: `/api/v2/projects/${projectId}/` });

/** Ingests the data of a new project. On failure the project is erased, and the status has the reason. */
export const createJob: JobKind<Input> = {
  name: CREATION_JOBS[0],
  input: Input,
  limits: 'heavy',
  retries: READ_AGAIN,
  async run(platform, { projectId, url }, run) {
    const project = await loadAnyProject(platform, projectId);
    if (project.stage !== 'eda') return done(projectId);
    await orNoProject(platform, project, run, READ_AGAIN, async () => {
      const versionId = project.dataset_version_id ?? (await fetchData(platform, project, url ?? '', run));
      await ingestVersion(platform, versionId, run);
      await openForAim(platform, project, versionId);
    });
    return done(projectId);
  },
};

/** For data that another job makes (a recipe that is being applied): waits for it without taking a heavy place. */
export const awaitDataJob: JobKind<Input> = {
  name: CREATION_JOBS[1],
  input: Input,
  lane: 'light',
  // It waits for other work.
  limits: 'training',
  retries: WAIT_AGAIN,
  async run(platform, { projectId }, run) {
    const project = await loadAnyProject(platform, projectId);
    const { dataset_id: datasetId, dataset_version_id: versionId } = project;
    if (project.stage !== 'eda' || datasetId === null || versionId === null) return done(projectId);
    await orNoProject(platform, project, run, WAIT_AGAIN, async () => {
      const ctx = { ...platform, actor: run.actor };
      while (!(await isRead(() => versionForReading(ctx, { datasetId, versionId })))) {
        await pause(POLL_MS, undefined, { signal: run.signal });
      }
      await openForAim(platform, project, versionId);
    });
    return done(projectId);
  },
};

const POLL_MS = 500;

async function isRead(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'data.not_read_yet') return false;
    throw error;
  }
}

async function fetchData(platform: Platform, project: ProjectRow, url: string, run: JobRun): Promise<string> {
  await run.progress(0.01, 'Fetching the file');
  return withIncoming(platform, async (blobKey) => {
    const { fileName } = await fetchToBlob(platform, url, blobKey, { signal: run.signal });
    return platform.db.transaction(async (tx) => {
      const made = await ingestFile({ ...platform, actor: run.actor }, tx, { blobKey, fileName, visible: false });
      await projectStore(tx).setData(project.id, made.datasetId, made.versionId, fileName);
      await linkProject(tx, made.versionId, project.id, platform.now());
      return made.versionId;
    });
  });
}

/** Erases the project if its data cannot be read or the last attempt failed. */
async function orNoProject(
  platform: Platform,
  project: ProjectRow,
  run: JobRun,
  retries: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refused = error instanceof Problem && error.status < 500;
    if (!run.signal.aborted && (refused || run.attempt > retries))
      await platform.db.transaction((tx) => projectStore(tx).erase(project.id));
    throw error;
  }
}

/** Turns the columns of the ingested data into features; the project is then ready for a target. */
async function openForAim(platform: Platform, project: ProjectRow, versionId: string): Promise<void> {
  const { rowCount, columns } = await versionProfile(platform, versionId);
  const features = columns.map((column) => toFeature(column, rowCount));
  await platform.db.transaction(async (tx) => {
    const now = platform.now();
    if ((await lockProject(tx, project.id))?.stage !== 'eda') return;
    await featureStore(tx).insert(project.id, features);
    const names = columns.map(({ name }) => name);
    const informative = columns.filter(({ summary }) => !summary.lowInformation).map(({ name }) => name);
    const list = (name: string, description: string, of: string[]) =>
      platformList(project, 'input', name, description, of, now);
    await featureListStore(tx).insertOnce([
      list(RAW, 'Every column of the data', names),
      list(INFORMATIVE, 'Columns that can tell something: not empty, constant, an identifier or a copy', informative),
    ]);
    await projectStore(tx).moveStage(project.id, 'eda', 'aim');
  });
}

const PROFILE = Object.keys(UNMEASURED) as (keyof FeatureProfile)[];

const toFeature = ({ position, name, summary, plot }: ColumnProfile, rowCount: number): NewFeature => ({
  number: position,
  name,
  featureType: summary.featureType,
  profile: pick({ ...summary, rowCount, plot }, PROFILE),
});
