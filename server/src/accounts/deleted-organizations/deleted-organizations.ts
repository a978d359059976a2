import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted, answer, noContent, type Reply } from '#platform/http/reply.ts';
import type { DeletedOrganizationRow } from '../accounts.tables.ts';
import { record } from '../directory/audit.store.ts';
import { organizationStore } from '../directory/user.store.ts';
import { DeletionProblems } from './deleted-organization.problems.ts';
import { type Schedule, toDeletedOrganization } from './deleted-organization.schema.ts';
import { deletedOrganizationStore, rowEraser } from './deleted-organization.store.ts';
import { type Eraser, eraseJob } from './erase.job.ts';

type Erasers = readonly Eraser[];

export async function listDeletedOrganizations(ctx: Ctx, url: string, window: { offset: number; limit: number }) {
  const { rows, total } = await deletedOrganizationStore(ctx.db.queries).page(window);
  return page(ctx.links, url, window, rows.map(toDeletedOrganization), total);
}

const getDeletionOrThrow = async (db: Parameters<typeof deletedOrganizationStore>[0], id: string) =>
  (await deletedOrganizationStore(db).lock(id)) ?? refuse(DeletionProblems.notScheduled, id);

/** While it is only scheduled, what is counted is what would go if it went now. */
export async function getDeletedOrganization(ctx: Ctx, erasers: Erasers, id: string) {
  const row = await deletedOrganizationStore(ctx.db.queries).byId(id);
  if (row === undefined) return refuse(DeletionProblems.notScheduled, id);
  const counts = row.state === 'scheduled' ? await count(ctx.db.queries, erasers, id) : row.counts;
  return toDeletedOrganization({ ...row, counts });
}

/** All of them or none: their people can no longer sign in, and nothing is lost yet. */
export async function scheduleDeletion(ctx: Ctx, erasers: Erasers, body: z.output<typeof Schedule>): Promise<Reply> {
  const ids = [...new Set(body.organizationIds ?? [body.organizationId ?? ''])];
  if (ids.includes(ctx.actor.organizationId)) refuse(DeletionProblems.ownOrganization);
  const rows = await ctx.db.transaction(async (tx) => {
    const made: DeletedOrganizationRow[] = [];
    for (const id of ids) made.push(await schedule(ctx, tx, erasers, id));
    return made;
  });
  const [only] = rows;
  return answer(201, {
    location: rows.length === 1 && only ? `/api/v2/deletedOrganizations/${only.id}/` : '/api/v2/deletedOrganizations/',
    body: { data: rows.map(toDeletedOrganization), count: rows.length },
  });
}

async function schedule(ctx: Ctx, tx: Tx, erasers: Erasers, id: string): Promise<DeletedOrganizationRow> {
  const store = deletedOrganizationStore(tx);
  const before = await store.lock(id);
  if (before !== undefined) return before;
  const organization = (await organizationStore(tx).byId(id)) ?? refuse(DeletionProblems.noSuchOrganization, id);
  const counts = await count(tx, erasers, id);
  const row: DeletedOrganizationRow = {
    id,
    name: organization.name,
    state: 'scheduled',
    deleted_by: ctx.actor.userId,
    deleted_by_name: ctx.actor.username,
    deleted_at: ctx.now(),
    disabled_user_ids: await store.closeAccounts(id, ctx.now()),
    counts,
    status_id: null,
    erased_at: null,
  };
  await store.insert(row);
  await record(tx, ctx, 'organization.scheduled_for_deletion', id, { name: organization.name });
  return row;
}

async function count(db: Parameters<typeof rowEraser>[0], erasers: Erasers, id: string) {
  const counts: Record<string, number> = {};
  for (const [title, table] of erasers.flatMap(({ counted }) => Object.entries(counted))) {
    counts[title] = await rowEraser(db).count(table, id);
  }
  return counts;
}

export async function beginErasure(ctx: Ctx, erasers: Erasers, id: string): Promise<Reply> {
  const statusId = await ctx.db.transaction(async (tx) => {
    const row = await getDeletionOrThrow(tx, id);
    if (row.state !== 'scheduled') refuse(DeletionProblems.tooLate, id, row.state);
    const status = await ctx.jobs.enqueue(
      tx,
      eraseJob(erasers),
      { organizationId: id },
      { actor: ctx.actor, description: `Erase the organization ${row.name}`, type: 'OrganizationPermanentDeletion' },
    );
    await deletedOrganizationStore(tx).change(id, { state: 'erasing', status_id: status });
    await record(tx, ctx, 'organization.erasure_began', id, { name: row.name });
    return status;
  });
  return accepted(statusId);
}

/** Back to how it was: whoever could sign in before, can again. */
export async function cancelDeletion(ctx: Ctx, id: string): Promise<Reply> {
  await ctx.db.transaction(async (tx) => {
    const row = await getDeletionOrThrow(tx, id);
    if (row.state !== 'scheduled') refuse(DeletionProblems.tooLate, id, row.state);
    const store = deletedOrganizationStore(tx);
    await store.openAccounts(row.disabled_user_ids);
    await store.delete(id);
    await record(tx, ctx, 'organization.deletion_cancelled', id, { name: row.name });
  });
  return noContent();
}
