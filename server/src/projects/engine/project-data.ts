import { createHash } from 'node:crypto';
import { type DerivedFeature, type Frame, withTransforms } from '@almanac/engine';
import { readFrame } from '#data';
import type { JobRun, Platform } from '#platform/context.ts';
import { featureStore } from '../core/features/feature.store.ts';
import { featureListStore } from '../core/features/feature-list.store.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelRow } from '../core/models/model.tables.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { type EngineThread, withEngine } from './engine-pool.ts';
import { loadEvents } from './project-files.ts';
import type { SeriesJob } from './series-problem.ts';
import type { TableJob } from './table-problem.ts';

export interface ProjectData {
  /** Identifies the table: a thread that has it does not load it again. */
  readonly key: string;
  load(): Promise<Frame>;
}

/** The table of a project with its derived features. */
export async function projectData(platform: Platform, project: ProjectRow, signal: AbortSignal): Promise<ProjectData> {
  const versionId = project.dataset_version_id;
  if (versionId === null) throw new Error(`Project ${project.id} has no data.`);
  const derived = await derivedFeatures(platform, project);
  const mark = createHash('sha256').update(JSON.stringify(derived)).digest('hex').slice(0, 16);
  return {
    key: `${versionId}:${mark}`,
    load: async () => withTransforms(await readFrame(platform, versionId, { signal }), derived),
  };
}

/** Runs work on a thread that holds the table of a project. */
export async function withProject<T>(
  platform: Platform,
  project: ProjectRow,
  { signal }: Pick<JobRun, 'signal'>,
  work: (thread: EngineThread) => Promise<T>,
): Promise<T> {
  return withEngine(await projectData(platform, project, signal), signal, work);
}

export async function derivedFeatures({ db }: Platform, project: ProjectRow): Promise<readonly DerivedFeature[]> {
  return (await featureStore(db.queries).list(project.id)).flatMap((row): DerivedFeature[] => {
    const parent = row.parent_names[0];
    return row.transform === null || parent === undefined ? [] : [{ name: row.name, parent, transform: row.transform }];
  });
}

type JobModel = Pick<ModelRow, 'featurelist_id'> & Partial<Pick<ModelRow, 'training' | 'member_ids'>>;

const shareOf = ({ training }: JobModel) => (training?.share === undefined ? {} : { share: training.share });

/** What the engine must know of a project to work on one of its models: the plan, and what the model may not see. */
export async function seriesJob(platform: Platform, project: ProjectRow, model: JobModel): Promise<SeriesJob> {
  const { plan } = project;
  if (plan?.kind !== 'series') throw new Error(`Project ${project.id} is no time series project.`);
  const ignore = await hiddenColumns(platform, project, model);
  return { plan, ignore, events: await loadEvents(platform, plan.eventsKey), ...shareOf(model) };
}

export async function tableJob(platform: Platform, project: ProjectRow, model: JobModel): Promise<TableJob> {
  const { plan } = project;
  if (plan?.kind !== 'table') throw new Error(`Project ${project.id} is no project on rows.`);
  return { plan, ignore: await hiddenColumns(platform, project, model), ...shareOf(model) };
}

/** Columns outside of what the model sees. In time series a list names derived features; their columns count. */
async function hiddenColumns(platform: Platform, project: ProjectRow, model: JobModel): Promise<string[]> {
  const lists = await listsOf(platform, project, model);
  if (lists.includes(undefined)) return [];
  const store = featureStore(platform.db.queries);
  const columns = (await store.list(project.id)).map(({ name }) => name);
  const listed = new Set(lists.flatMap((list) => list?.features ?? []));
  if (lists.some((list) => list?.kind === 'modeling')) {
    for (const { name, parent_names } of await store.modeling(project.id)) {
      if (listed.has(name)) for (const parent of parent_names) listed.add(parent);
    }
  }
  return columns.filter((name) => !listed.has(name));
}

/** The feature list of a model, and of all members of a blend; undefined stands for all columns. */
async function listsOf({ db }: Platform, project: ProjectRow, model: JobModel) {
  const members = await modelStore(db.queries).byIds(project.id, model.member_ids ?? []);
  const ids = new Set([model, ...members].map(({ featurelist_id }) => featurelist_id));
  const lists = featureListStore(db.queries);
  return Promise.all([...ids].map((id) => (id === null ? undefined : lists.byId(project.id, id))));
}

/** The columns of the data that a model needs, parents of derived features included. */
export async function columnsOf(platform: Platform, project: ProjectRow, model: JobModel): Promise<readonly string[]> {
  const rows = await featureStore(platform.db.queries).list(project.id);
  const lists = await listsOf(platform, project, model);
  const named = lists.includes(undefined) ? null : new Set(lists.flatMap((list) => list?.features ?? []));
  const listed = rows.filter(({ name }) => named === null || named.has(name));
  return [...new Set(listed.flatMap((row) => (row.transform === null ? [row.name] : row.parent_names)))];
}
