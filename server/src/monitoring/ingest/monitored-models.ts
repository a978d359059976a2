import { findDeployment, findPackage, type PredictionRecord, readRecordedRows } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { idColumns } from '../predictions/association-ids.ts';
import type { MonitoredModel } from '../predictions/recorded-rows.ts';
import { layoutStore, loadLayout } from '../profiles/layout.store.ts';
import { columnWithoutReference } from '../profiles/layout.ts';
import { listTombstones, type Tombstone } from './deletion.store.ts';

export interface IngestModel extends MonitoredModel {
  readonly tombstones: readonly Tombstone[];
}

/** Looks up what a segment's records are about, once each. Null for what is gone. */
export function lookUpModels(platform: Platform): (record: PredictionRecord) => Promise<IngestModel | null> {
  const known = new Map<string, Promise<IngestModel | null>>();
  return async (record) => {
    const key = `${record.deploymentId} ${record.packageId}`;
    const found = known.get(key) ?? lookUp(platform, record);
    known.set(key, found);
    const monitored = await found;
    if (monitored === null || monitored.model.bundle !== null || record.input === undefined) return monitored;
    const grown = withNewColumns(platform, monitored, record);
    known.set(key, grown);
    return grown;
  };
}

async function lookUp(platform: Platform, record: PredictionRecord): Promise<IngestModel | null> {
  const [deployment, model] = await Promise.all([
    findDeployment(platform, record.deploymentId),
    findPackage(platform, record.packageId),
  ]);
  if (deployment?.organization_id !== record.organizationId || model?.organization_id !== record.organizationId) {
    return null;
  }
  const tombstones = await listTombstones(platform.db.queries, record.organizationId, record.deploymentId);
  return { deployment, model, layout: await loadLayout(platform, model), tombstones };
}

/** A model that answers elsewhere has no columns of its own: it has those that were reported. */
async function withNewColumns(
  platform: Platform,
  monitored: IngestModel,
  { input }: PredictionRecord,
): Promise<IngestModel> {
  if (input === undefined) return monitored;
  const { kept } = readRecordedRows(input, { columns: [], kept: 'all' });
  // What tells rows apart says nothing about them.
  const known = new Set([...monitored.layout.map(({ name }) => name), ...idColumns(monitored.deployment)]);
  const fresh = [...kept].flatMap(([name, cells]) => {
    const isNumbers = cells.every((cell) => cell === null || typeof cell === 'number' || typeof cell === 'bigint');
    return known.has(name) ? [] : [columnWithoutReference(name, isNumbers ? 'numbers' : 'names')];
  });
  if (fresh.length === 0) return monitored;
  const { organization_id, id } = monitored.model;
  const layout = await platform.db.transaction((tx) => layoutStore(tx).grow(organization_id, id, fresh));
  return { ...monitored, layout };
}
