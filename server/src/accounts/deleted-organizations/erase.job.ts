import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { record } from '../directory/audit.store.ts';
import { deletedOrganizationStore, rowEraser } from './deleted-organization.store.ts';

/** What a module keeps outside of the tables, and how people call its things. The app hands in those of all modules. */
export interface Eraser {
  /** Tables with an `organization_id` whose rows are worth telling before they go: `{ datasets: 'datasets' }`. */
  readonly counted: Readonly<Record<string, string>>;
  /** Prefixes of blobs that belong to the organization. Rows need no word: every table of an organization is emptied. */
  blobPrefixes?(db: Queries, organizationId: string): Promise<readonly string[]>;
}

const Input = z.strictObject({ organizationId: z.string() });

/**
 * Erases everything an organization has: its jobs are stopped, then its blobs go, then its rows, table by table. Every
 * step may be repeated, so a job that was killed goes on where it was.
 */
export const eraseJob = (erasers: readonly Eraser[]): JobKind<z.infer<typeof Input>> => ({
  name: 'accounts.erase-organization',
  input: Input,
  limits: 'heavy',
  retries: 20,
  retryDelaySeconds: 1,
  async run(platform, { organizationId }, run) {
    const deleted = await deletedOrganizationStore(platform.db.queries).byId(organizationId);
    if (deleted === undefined || deleted.state === 'erased') return undefined;
    await stopJobs(platform, organizationId);
    await eraseBlobs(platform, erasers, organizationId, run);
    await eraseRows(platform, organizationId, run);
    await platform.db.transaction(async (tx) => {
      await deletedOrganizationStore(tx).change(organizationId, { state: 'erased', erased_at: platform.now() });
      const caller = { actor: run.actor, address: 'job', now: platform.now };
      await record(tx, caller, 'organization.erased', organizationId, { name: deleted.name, ...deleted.counts });
    });
    return { location: `/api/v2/deletedOrganizations/${organizationId}/` };
  },
});

async function stopJobs({ db, jobs }: Platform, organizationId: string): Promise<void> {
  for (const id of await deletedOrganizationStore(db.queries).openJobs(organizationId)) await jobs.cancel(id);
}

async function eraseBlobs(platform: Platform, erasers: readonly Eraser[], organizationId: string, run: JobRun) {
  const { db, blobs } = platform;
  const found = await Promise.all(erasers.map((eraser) => eraser.blobPrefixes?.(db.queries, organizationId) ?? []));
  const prefixes = found.flat();
  for (const [index, prefix] of prefixes.entries()) {
    await run.progress((index / prefixes.length) * 0.7, `Erasing files, ${index} of ${prefixes.length} folders`);
    for await (const key of blobs.list(prefix)) await blobs.delete(key);
  }
}

async function eraseRows({ db }: Platform, organizationId: string, run: JobRun): Promise<void> {
  const eraser = rowEraser(db.queries);
  const tables = await eraser.tables();
  for (const [index, table] of tables.entries()) {
    await run.progress(0.7 + (index / tables.length) * 0.3, `Erasing records, ${index} of ${tables.length} tables`);
    await eraser.empty(table, organizationId, run.signal);
  }
}
