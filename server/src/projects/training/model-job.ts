import type { Platform } from '#platform/context.ts';
import { featureListStore } from '../feature-lists/feature-list.store.ts';
import { featureStore } from '../features/feature.store.ts';
import type { ModelRow } from '../models/model.tables.ts';
import type { ProjectRow } from '../records/project.tables.ts';
import { loadEvents } from './events.ts';
import type { SeriesJob } from './thread/fit-series.ts';
import type { TableJob } from './thread/table-problem.ts';

type JobModel = Pick<ModelRow, 'featurelist_id'> & Partial<Pick<ModelRow, 'training'>>;

const shareOf = ({ training }: JobModel) => (training?.share === undefined ? {} : { share: training.share });

/** What the engine must know of a project to work on one of its models: the plan, and what the model may not see. */
export async function seriesJob(platform: Platform, project: ProjectRow, model: JobModel): Promise<SeriesJob> {
  const { plan } = project;
  if (plan?.kind !== 'series') throw new Error(`Project ${project.id} is no time series project.`);
  const ignore = await unseen(platform, project, model.featurelist_id);
  return { plan, ignore, events: await loadEvents(platform, plan.eventsKey), ...shareOf(model) };
}

export async function tableJob(platform: Platform, project: ProjectRow, model: JobModel): Promise<TableJob> {
  const { plan } = project;
  if (plan?.kind !== 'table') throw new Error(`Project ${project.id} is no project on rows.`);
  return { plan, ignore: await unseen(platform, project, model.featurelist_id), ...shareOf(model) };
}

/** Columns outside of the model's feature list. In time series a list names derived features; their columns count. */
async function unseen(platform: Platform, project: ProjectRow, featurelistId: string | null): Promise<string[]> {
  if (featurelistId === null) return [];
  const list = await featureListStore(platform.db.queries).byId(project.id, featurelistId);
  const store = featureStore(platform.db.queries);
  const columns = (await store.list(project.id)).map(({ name }) => name);
  if (list === undefined) return [];
  const listed = new Set(list.features);
  if (list.kind === 'modeling') {
    for (const { name, parent_names } of await store.modeling(project.id)) {
      if (listed.has(name)) for (const parent of parent_names) listed.add(parent);
    }
  }
  return columns.filter((name) => !listed.has(name));
}

/** The columns of the data that a feature list needs; features that were made of columns count as these. */
export async function columnsOf(
  { db }: Platform,
  project: ProjectRow,
  featurelistId: string | null,
): Promise<readonly string[]> {
  const rows = await featureStore(db.queries).list(project.id);
  const list = featurelistId === null ? undefined : await featureListStore(db.queries).byId(project.id, featurelistId);
  const listed = list === undefined ? rows : rows.filter(({ name }) => list.features.includes(name));
  return [...new Set(listed.flatMap((row) => (row.transform === null ? [row.name] : row.parent_names)))];
}
