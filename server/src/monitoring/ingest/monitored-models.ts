import { findDeployment, findPackage, type PredictionRecord, readRecordedRows } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { idColumns } from '../predictions/association-ids.ts';
import type { Watched } from '../predictions/recorded-rows.ts';
import { layoutStore, loadLayout } from '../profiles/layout.store.ts';
import { unreferenced } from '../profiles/layout.ts';
import { type Doom, doomsOf } from './deletion.store.ts';

export interface MonitoredModel extends Watched {
  readonly dooms: readonly Doom[];
}

/** Looks up what a segment's records are about, once each. Null for what is gone. */
export function watchedOnes(platform: Platform): (record: PredictionRecord) => Promise<MonitoredModel | null> {
  const known = new Map<string, Promise<MonitoredModel | null>>();
  return async (record) => {
    const key = `${record.deploymentId} ${record.packageId}`;
    const found = known.get(key) ?? lookUp(platform, record);
    known.set(key, found);
    const watched = await found;
    if (watched === null || watched.model.bundle !== null || record.input === undefined) return watched;
    const grown = withNewColumns(platform, watched, record);
    known.set(key, grown);
    return grown;
  };
}

async function lookUp(platform: Platform, record: PredictionRecord): Promise<MonitoredModel | null> {
  const [deployment, model] = await Promise.all([
    findDeployment(platform, record.deploymentId),
    findPackage(platform, record.packageId),
  ]);
  if (deployment?.organization_id !== record.organizationId || model?.organization_id !== record.organizationId) {
    return null;
  }
  const dooms = await doomsOf(platform.db.queries, record.organizationId, record.deploymentId);
  return { deployment, model, layout: await loadLayout(platform, model), dooms };
}

/** A model that answers elsewhere has no columns of its own: it has those that were reported. */
async function withNewColumns(
  platform: Platform,
  watched: MonitoredModel,
  { input }: PredictionRecord,
): Promise<MonitoredModel> {
  if (input === undefined) return watched;
  const { kept } = readRecordedRows(input, { columns: [], kept: 'all' });
  // What tells rows apart says nothing about them.
  const known = new Set([...watched.layout.map(({ name }) => name), ...idColumns(watched.deployment)]);
  const fresh = [...kept].flatMap(([name, cells]) => {
    const isNumbers = cells.every((cell) => cell === null || typeof cell === 'number' || typeof cell === 'bigint');
    return known.has(name) ? [] : [unreferenced(name, isNumbers ? 'numbers' : 'names')];
  });
  if (fresh.length === 0) return watched;
  const { organization_id, id } = watched.model;
  const layout = await platform.db.transaction((tx) => layoutStore(tx).grow(organization_id, id, fresh));
  return { ...watched, layout };
}
