import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { groupBy } from '#platform/group-by.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import type { PredictionRecord } from '../recording/prediction-record.ts';
import { decodeRecords, encodeRecord } from '../recording/record-frame.ts';
import { type StoredFile, storedRequestStore } from './stored-request.store.ts';

/** Where an organization's kept requests lie. */
export const storedRequestsFolder = (organizationId: string): string => `kept-requests/${organizationId}/`;

/**
 * The requests of a segment that challengers replay. The reader of a segment passes every record to `take`, then writes
 * the files, then saves their rows in the transaction in which the segment is ingested.
 */
export class RequestsToStore {
  readonly #requests: PredictionRecord[] = [];
  #files: StoredFile[] = [];

  take(record: PredictionRecord, { settings }: Pick<DeploymentRow, 'settings'>): void {
    const asked = record.source === 'realtime' || record.source === 'batch';
    if (!settings.challengerModels.enabled || !asked || record.status !== 200 || record.input === undefined) return;
    const { answer: _, ...request } = record;
    this.#requests.push(request);
  }

  /** Under names that follow from the segment's: written twice they are the same files. */
  async write({ blobs }: Pick<Platform, 'blobs'>, segment: { readonly id: string; readonly organizationId: string }) {
    this.#files = [];
    for (const [deploymentId, records] of groupBy(this.#requests, (request) => request.deploymentId)) {
      const id = `${deploymentId}-${segment.id}`;
      const key = `${storedRequestsFolder(segment.organizationId)}${deploymentId}/${segment.id}`;
      const times = records.map(({ at }) => at).sort((a, b) => a - b);
      this.#files.push({
        id,
        organization_id: segment.organizationId,
        deployment_id: deploymentId,
        key,
        bytes: await blobs.write(key, Readable.from(records.flatMap(encodeRecord), { objectMode: false })),
        earliest: new Date(times[0] ?? 0),
        latest: new Date(times.at(-1) ?? 0),
      });
    }
  }

  async save(tx: Tx): Promise<void> {
    for (const file of this.#files) await storedRequestStore(tx).put(file);
  }
}

/** The requests of one file that arrived after one moment and up to another. */
export async function readRequests(
  { blobs }: Pick<Platform, 'blobs'>,
  key: string,
  after: Date,
  until: Date,
): Promise<PredictionRecord[]> {
  const all = decodeRecords(await buffer(await blobs.read(key)));
  return [...all].filter(({ at }) => at > after.getTime() && at <= until.getTime());
}

const MONTH_MS = 30 * 24 * 3600 * 1000;

/** Requests are kept for a month: challengers that were asked to answer have done so long before. */
export async function deleteOldRequests(
  { blobs, db, now }: Pick<Platform, 'blobs' | 'db' | 'now'>,
  { organization_id: organizationId, id }: DeploymentRow,
): Promise<void> {
  const store = storedRequestStore(db.queries);
  for (const file of await store.before(organizationId, id, new Date(now().getTime() - MONTH_MS))) {
    await store.drop(organizationId, file.id);
    await blobs.delete(file.key);
  }
}
