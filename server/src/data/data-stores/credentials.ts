import type { z } from 'zod';
import { requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page, pageOfList, type Window } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import {
  type AssociationPut,
  type CredentialChange,
  type CredentialCreate,
  type CredentialQuery,
  toAssociation,
  toCredential,
} from './credential.schema.ts';
import { associationStore, credentialStore } from './credential.store.ts';
import { CredentialProblems } from './data-store.problems.ts';
import type { CredentialRow } from './data-stores.tables.ts';
import { dataStoreResource } from './data-stores.ts';
import { openKeys, openLogin, sealKeys, sealLogin } from './sealed-login.ts';

export const CREDENTIAL: ObjectKind = { type: 'credential', title: 'credential', seenBy: 'whoever made it' };

/** Everybody keeps credentials of their own; there is no role that opens another person's. */
export async function createCredential(ctx: Ctx, input: z.output<typeof CredentialCreate>): Promise<Reply> {
  const now = ctx.now();
  const id = newId(now);
  const row = {
    id,
    organization_id: ctx.actor.organizationId,
    owner_id: ctx.actor.userId,
    name: input.name,
    description: input.description ?? '',
    credential_type: input.credentialType,
    sealed: input.credentialType === 'basic' ? sealLogin(ctx.secrets, id, input) : sealKeys(ctx.secrets, id, input),
    created_at: now,
  };
  await credentialStore(ctx.db.queries).insert(row);
  return created(`/api/v2/credentials/${id}/`, toCredential({ ...row, name_key: '' }));
}

export async function listCredentials(ctx: Ctx, url: string, query: z.output<typeof CredentialQuery>) {
  const all = { ...query, limit: query.limit === 0 ? 1000 : query.limit };
  const { rows, total } = await credentialStore(ctx.db.queries).page(ctx.actor, all);
  return page(ctx.links, url, all, rows.map(toCredential), total);
}

export const getCredential = async (ctx: Ctx, id: string) => toCredential(await credentialOf(ctx, id));

export async function changeCredential(ctx: Ctx, id: string, input: z.output<typeof CredentialChange>) {
  const before = await credentialOf(ctx, id);
  if (input.credentialType !== undefined && input.credentialType !== before.credential_type) {
    throw invalidFields({
      credentialType: `The credential is of the type ${before.credential_type}; make another one`,
    });
  }
  const change = {
    name: input.name ?? before.name,
    description: input.description ?? before.description,
    sealed: sealChange(ctx, before, input),
  };
  await credentialStore(ctx.db.queries).change(id, change);
  return toCredential({ ...before, ...change });
}

export async function deleteCredential(ctx: Ctx, id: string): Promise<Reply> {
  await credentialOf(ctx, id);
  await credentialStore(ctx.db.queries).delete(id);
  return noContent();
}

export async function credentialOf(ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>, id: string) {
  const row = await credentialStore(ctx.db.queries).byId(ctx.actor, id);
  ctx.checked?.grant(CREDENTIAL, 'own');
  return row ?? refuse(CredentialProblems.noSuchCredential, id);
}

/** For bodies that name a credential: 404 unless it is one of the caller's own. */
export async function requireCredential(ctx: Pick<Ctx, 'actor' | 'db'>, id: string | null | undefined): Promise<void> {
  if (id) await credentialOf(ctx, id);
}

/** Only what the type has is taken; the rest stays as it was. */
function sealChange({ secrets }: Ctx, before: CredentialRow, input: z.output<typeof CredentialChange>): string {
  if (before.credential_type === 'basic') {
    const { user, password } = input;
    if (!user && !password) return before.sealed;
    const login = openLogin(secrets, before);
    return sealLogin(secrets, before.id, { user: user ?? login.user, password: password ?? login.password });
  }
  const { awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = input;
  if (!awsAccessKeyId && !awsSecretAccessKey && awsSessionToken === undefined) return before.sealed;
  const keys = openKeys(secrets, before);
  return sealKeys(secrets, before.id, {
    awsAccessKeyId: awsAccessKeyId ?? keys.awsAccessKeyId,
    awsSecretAccessKey: awsSecretAccessKey ?? keys.awsSecretAccessKey,
    awsSessionToken: awsSessionToken === undefined ? keys.awsSessionToken : awsSessionToken,
  });
}

/** `dataconnection:{dataStoreId}`: data stores are all there is to associate with. */
const dataStoreIn = (text: string): string =>
  /^dataconnection:(.+)$/.exec(text)?.[1] ?? refuse(CredentialProblems.noSuchAssociation, text);

export async function putAssociation(ctx: Ctx, id: string, text: string, body: z.output<typeof AssociationPut>) {
  const credential = await credentialOf(ctx, id);
  const dataStoreId = dataStoreIn(text);
  await requireRole(ctx, dataStoreResource(dataStoreId), 'use');
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

export async function listAssociations(ctx: Ctx, id: string, url: string, window: Window) {
  const rows = await associationStore(ctx.db.queries).ofCredential((await credentialOf(ctx, id)).id);
  return pageOfList(ctx.links, url, window, rows, toAssociation);
}

/** The caller's own credentials for a data store, the default one first. */
export async function listCredentialsFor(ctx: Ctx, dataStoreId: string, url: string, window: Window) {
  await requireRole(ctx, dataStoreResource(dataStoreId), 'read');
  const rows = await associationStore(ctx.db.queries).forDataStore(ctx.actor, dataStoreId);
  return pageOfList(ctx.links, url, window, rows, toCredential);
}
