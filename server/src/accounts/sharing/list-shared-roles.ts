import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { requireRole } from './access.ts';
import type { Resource } from './kind.ts';
import { recipientStore } from './recipient.store.ts';
import { type AccessControlQuery, type SharedRolesQuery, toAccessControl, toRole } from './sharing.schema.ts';

export async function listSharedRoles(
  ctx: Ctx,
  resource: Resource,
  url: string,
  query: z.output<typeof SharedRolesQuery>,
) {
  await requireRole(ctx, resource, 'read');
  const { offset, limit, id, name, shareRecipientType: type } = query;
  const window = { offset, limit };
  const { organizationId } = ctx.actor;
  const { rows, total } = await recipientStore(ctx.db.queries).page(
    organizationId,
    resource,
    { id, name, type },
    window,
  );
  return page(
    ctx.links,
    url,
    window,
    rows.map((row) => toRole(resource.kind, row)),
    total,
  );
}

/** The older list knows people only. */
export async function listAccessControl(
  ctx: Ctx,
  resource: Resource,
  url: string,
  window: z.output<typeof AccessControlQuery>,
) {
  await requireRole(ctx, resource, 'read');
  const people = recipientStore(ctx.db.queries);
  const { rows, total } = await people.page(ctx.actor.organizationId, resource, { type: 'user' }, window);
  return page(ctx.links, url, window, rows.map(toAccessControl), total);
}
