import type { z } from 'zod';
import { requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { getDataStoreOrThrow } from '../data-store.kind.ts';
import { CredentialProblems } from './credential.problems.ts';
import { type AssociationPut, toAssociation, toCredential } from './credential.schema.ts';
import { associationStore } from './credential.store.ts';
import { credentialOf } from './keep-credentials.ts';

/** `dataconnection:{dataStoreId}`: data stores are all there is to associate with. */
const dataStoreIn = (text: string): string =>
  /^dataconnection:(.+)$/.exec(text)?.[1] ?? refuse(CredentialProblems.noSuchAssociation, text);

export async function putAssociation(ctx: Ctx, id: string, text: string, body: z.output<typeof AssociationPut>) {
  const credential = await credentialOf(ctx, id);
  const dataStoreId = dataStoreIn(text);
  await requireRole(ctx, getDataStoreOrThrow(dataStoreId), 'use');
  const row = {
    credential_id: credential.id,
    data_store_id: dataStoreId,
    owner_id: ctx.actor.userId,
    is_default: body.isDefault,
    created_at: ctx.now(),
  };
  await ctx.db.transaction((tx) => associationStore(tx).put(row));
  return toAssociation(row);
}

export async function deleteAssociation(ctx: Ctx, id: string, text: string): Promise<Reply> {
  const credential = await credentialOf(ctx, id);
  await associationStore(ctx.db.queries).remove(credential.id, dataStoreIn(text));
  return noContent();
}

export async function listAssociations(ctx: Ctx, id: string, url: string, window: { offset: number; limit: number }) {
  const rows = await associationStore(ctx.db.queries).ofCredential((await credentialOf(ctx, id)).id);
  const shown = rows.slice(window.offset, window.offset + window.limit);
  return page(ctx.links, url, window, shown.map(toAssociation), rows.length);
}

/** The caller's own credentials for a data store, the default one first. */
export async function listCredentialsFor(
  ctx: Ctx,
  dataStoreId: string,
  url: string,
  window: { offset: number; limit: number },
) {
  await requireRole(ctx, getDataStoreOrThrow(dataStoreId), 'read');
  const rows = await associationStore(ctx.db.queries).forDataStore(ctx.actor, dataStoreId);
  const shown = rows.slice(window.offset, window.offset + window.limit);
  return page(ctx.links, url, window, shown.map(toCredential), rows.length);
}
