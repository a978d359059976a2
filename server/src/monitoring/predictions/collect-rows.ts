import { Readable } from 'node:stream';
import { type DeploymentRow, encodeRecord, type PredictionRecord } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { scheduleCompaction } from './compact.job.ts';
import { insertRecorded, type NewStoredFile, storedRowsFolder } from './stored-rows.store.ts';

/** Rows are kept where the settings ask for it; what challengers answer was asked of the champion. */
function isKept({ source, status, input, answer }: PredictionRecord, { settings }: Pick<DeploymentRow, 'settings'>) {
  const hasRows = input !== undefined || answer !== undefined;
  return settings.predictionsDataCollection.enabled && source !== 'challenger' && status === 200 && hasRows;
}

/**
 * The rows of a segment that are kept, as they were recorded: absorbing must not wait for Parquet. Whoever reads segments
 * hands every record to `take`, then writes the files, then saves them in the transaction that marks the segment as ingested.
 */
export class RowCollector {
  readonly #byDeployment = new Map<string, PredictionRecord[]>();
  #files: NewStoredFile[] = [];

  take(record: PredictionRecord, deployment: Pick<DeploymentRow, 'settings'>): void {
    if (!isKept(record, deployment)) return;
    const known = this.#byDeployment.get(record.deploymentId);
    if (known === undefined) this.#byDeployment.set(record.deploymentId, [record]);
    else known.push(record);
  }

  /** Under names that follow from the segment's: written twice they are the same files. */
  async write({ blobs }: Pick<Platform, 'blobs'>, segment: { readonly id: string; readonly organizationId: string }) {
    this.#files = [];
    for (const [deploymentId, records] of this.#byDeployment) {
      const key = `${storedRowsFolder(segment.organizationId)}${deploymentId}/${segment.id}`;
      let [earliest, latest, rows] = [Number.POSITIVE_INFINITY, 0, 0];
      for (const record of records) {
        earliest = Math.min(earliest, record.at);
        latest = Math.max(latest, record.at);
        rows += record.rows;
      }
      this.#files.push({
        id: `${deploymentId}-${segment.id}`,
        organization_id: segment.organizationId,
        deployment_id: deploymentId,
        key,
        format: 'records',
        bytes: await blobs.write(key, Readable.from(records.flatMap(encodeRecord), { objectMode: false })),
        rows,
        earliest: new Date(earliest),
        latest: new Date(latest),
        columns: null,
      });
    }
  }

  async save(platform: Pick<Platform, 'now'>, tx: Tx, organizationId: string): Promise<void> {
    for (const file of this.#files) await insertRecorded(tx, file);
    if (this.#files.length > 0) await scheduleCompaction(platform, tx, organizationId);
  }
}
