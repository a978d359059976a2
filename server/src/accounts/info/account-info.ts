import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { HttpProblems } from '#platform/http/http.problems.ts';
import { refuse } from '#platform/http/problem.ts';
import { permissionFlags } from '../permissions/permission.rules.ts';
import { wrongEmail } from '../users/user.rules.ts';
import { accountStore } from './account.store.ts';
import type { AccountInfo, CipherText, Entitlements, EntitlementsAsked } from './info.schema.ts';

export async function accountInfo(ctx: Ctx): Promise<z.infer<typeof AccountInfo>> {
  const found = await accountStore(ctx.db).withSecondFactor(ctx.actor.userId);
  const user = found ?? refuse(HttpProblems.badCredentials);
  return {
    uid: user.id,
    username: user.username,
    email: user.email ?? (wrongEmail(user.username) === null ? user.username : null),
    firstName: user.first_name,
    lastName: user.last_name,
    orgId: user.organization_id,
    tenantId: null,
    language: user.language,
    role: user.role,
    secondFactor: user.second_factor_at !== null,
    permissions: permissionFlags(new Set(user.permissions)),
  };
}

/** Which of the named features the caller may use. What nobody has heard of is not granted. */
export const evaluateEntitlements = (
  ctx: Ctx,
  asked: z.output<typeof EntitlementsAsked>,
): z.infer<typeof Entitlements> => ({
  entitlements: asked.entitlements.map(({ name }) => ({ name, value: ctx.actor.permissions.has(name) })),
});

/** Text only this installation can read again, and only for this organization. */
export const encryptString = (ctx: Ctx, plainText: string): z.infer<typeof CipherText> => ({
  cipherText: ctx.secrets.seal(plainText, `string:${ctx.actor.organizationId}`),
});
