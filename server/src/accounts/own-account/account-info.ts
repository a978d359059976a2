import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { HttpProblems } from '#platform/http/http.problems.ts';
import { refuse } from '#platform/http/problem.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import type { Credentials } from '../authentication/sign-in.schema.ts';
import { signIn } from '../authentication/verify-credentials.ts';
import { replaceToken } from '../credentials/api-keys.ts';
import { permissionFlags } from '../directory/permissions.ts';
import { wrongEmail } from '../directory/user.rules.ts';
import { accountStore } from '../directory/user.store.ts';
import type { AccountInfo, CipherText, Entitlements, EntitlementsRequest, Installation } from './own-account.schema.ts';

export async function accountInfo(ctx: Ctx): Promise<z.infer<typeof AccountInfo>> {
  const found = await accountStore(ctx.db).withSecondFactor(ctx.actor.userId);
  const user = found ?? refuse(HttpProblems.badCredentials);
  return {
    ...apiFields(user, 'username', 'first_name', 'last_name', 'language', 'role'),
    uid: user.id,
    email: user.email ?? (wrongEmail(user.username) === null ? user.username : null),
    orgId: user.organization_id,
    tenantId: null,
    secondFactor: user.second_factor_at !== null,
    permissions: permissionFlags(new Set(user.permissions)),
  };
}

/** Which of the named features the caller may use. What nobody has heard of is not granted. */
export const evaluateEntitlements = (
  ctx: Ctx,
  asked: z.output<typeof EntitlementsRequest>,
): z.infer<typeof Entitlements> => ({
  entitlements: asked.entitlements.map(({ name }) => ({ name, value: ctx.actor.permissions.has(name) })),
});

/** Text only this installation can read again, and only for this organization. */
export const encryptString = (ctx: Ctx, plainText: string): z.infer<typeof CipherText> => ({
  cipherText: ctx.secrets.seal(plainText, `string:${ctx.actor.organizationId}`),
});

/** On the managed cloud the machine is somebody else's: its settings are told to nobody. */
export function installationInfo({ config, actor }: Ctx): z.infer<typeof Installation> {
  const { installation, release, upgraded, values } = config;
  const seen = actor.role === 'admin' && installation === 'self-managed';
  const settings = values.map(({ setting, value, source }) => {
    const isSecret = setting.secret === true;
    return { name: setting.name, about: setting.about, value: isSecret ? null : value, isSecret, source };
  });
  return { installation, release, upgraded, settings: seen ? settings : null };
}

/** The same for somebody who proves who they are in the request itself. */
export const replaceTokenOf = async (
  ctx: OpenCtx,
  credentials: Credentials,
  headers: IncomingHttpHeaders,
): Promise<string> => replaceToken(await signIn(ctx, credentials, headers));
