import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import { stringifyJson } from '#platform/json.ts';
import { QuotaProblems } from './quota.problems.ts';
import { contradictions } from './quota.rules.ts';
import { pageOrDefault, type Template, type TemplateCreate, type templateQuery } from './quota.schema.ts';
import { type QuotaTemplateRow, readRules, templateStore } from './quota.store.ts';

export const QUOTA_TEMPLATE: ObjectKind = {
  type: 'quotaTemplate',
  title: 'quota template',
  seenBy: 'everybody in the organization',
};

const toTemplate = ({ id, name, rules }: QuotaTemplateRow): z.infer<typeof Template> => ({
  id,
  name,
  rules: readRules(rules),
});

export async function listTemplates(ctx: Ctx, url: string, query: z.output<ReturnType<typeof templateQuery>>) {
  const window = pageOrDefault(query);
  const { rows, total } = await templateStore(ctx.db.queries).page(ctx.actor.organizationId, window);
  return page(ctx.links, url, window, rows.map(toTemplate), total);
}

async function getTemplateOrThrow(ctx: Ctx, id: string): Promise<QuotaTemplateRow> {
  const row = await templateStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  ctx.checked?.grant(QUOTA_TEMPLATE, 'read');
  return row ?? refuse(QuotaProblems.noSuchTemplate, id);
}

export const getTemplate = async (ctx: Ctx, id: string) => toTemplate(await getTemplateOrThrow(ctx, id));

export async function createTemplate(ctx: Ctx, { name, rules }: z.output<typeof TemplateCreate>): Promise<Reply> {
  const wrong = contradictions({ defaultRules: rules });
  if (Object.keys(wrong).length > 0) {
    throw invalidFields(
      Object.fromEntries(Object.entries(wrong).map(([place, text]) => [place.replace('defaultRules', 'rules'), text])),
    );
  }
  const now = ctx.now();
  const row = {
    id: newId(now),
    organization_id: ctx.actor.organizationId,
    name,
    rules: stringifyJson(rules),
    created_at: now,
  };
  await templateStore(ctx.db.queries).insert(row);
  return created(`/api/v2/quotaTemplates/${row.id}/`, toTemplate(row));
}

export async function deleteTemplate(ctx: Ctx, id: string): Promise<Reply> {
  const { organization_id, name } = await getTemplateOrThrow(ctx, id);
  if (organization_id === null) refuse(QuotaProblems.shippedTemplate, name);
  await templateStore(ctx.db.queries).delete(ctx.actor.organizationId, id);
  return noContent();
}
