import type { z } from 'zod';
import { visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { wantedFeatures } from '../records/facts/features.rules.ts';
import { namedHolder } from '../records/named-holder.ts';
import { packageStore } from './package.store.ts';
import { MODEL_VERSION, REGISTERED_MODEL } from './registered-model.kind.ts';
import { RegistryProblems } from './registry.problems.ts';
import type { FeatureQuery, PackageQuery } from './registry-query.schema.ts';
import { showPackage, showPackages } from './show-packages.ts';
import { bundleOf, getPackageOrThrow } from './the-package.ts';
import { versionFilter } from './version-wishes.ts';

/** All versions the caller may see, or those of one registered model. */
export async function listPackages(ctx: Ctx, url: string, query: z.output<typeof PackageQuery>, modelOf?: string) {
  const visible = { models: visibleTo(ctx, REGISTERED_MODEL), versions: visibleTo(ctx, MODEL_VERSION) };
  const filter = await versionFilter(ctx, query);
  const asked = modelOf === undefined ? query : { ...query, modelOf };
  const { rows, total } = await packageStore(ctx.db.queries).page(ctx.actor.organizationId, visible, filter, asked);
  const window = { offset: query.offset, limit: query.limit === 0 ? Math.max(1, total) : query.limit };
  return page(ctx.links, url, window, await showPackages(ctx, rows), total);
}

export async function getPackage(ctx: Ctx, id: string) {
  return showPackage(ctx, (await getPackageOrThrow(ctx, id, 'read')).row);
}

/** The columns a request sends, as a deployment of the version would list them. */
export async function listFeatures(ctx: Ctx, id: string, url: string, query: z.output<typeof FeatureQuery>) {
  await getPackageOrThrow(ctx, id, 'read');
  const found = wantedFeatures((await bundleOf(ctx, id)).columns, query);
  const limit = query.limit === 0 ? Math.max(1, found.length) : query.limit;
  const shown = found
    .slice(query.offset, query.offset + limit)
    .map(({ name, featureType, importance, dateFormat, knownInAdvance }) => ({
      name,
      featureType,
      importance,
      dateFormat,
      knownInAdvance,
    }));
  return page(ctx.links, url, { offset: query.offset, limit }, shown, found.length);
}

export async function archivePackage(ctx: Ctx, id: string): Promise<Reply> {
  const { row } = await getPackageOrThrow(ctx, id, 'write');
  if (row.is_archived) refuse(RegistryProblems.archivedAlready, id);
  await ctx.db.transaction(async (tx) => {
    const packages = packageStore(tx);
    await packages.lock([id]);
    const holder = await packages.usedBy([id]);
    if (holder !== undefined) refuse(RegistryProblems.inUse, 'model package', await namedHolder(ctx, holder));
    await packages.change(id, { is_archived: true, updated_at: ctx.now(), updated_by: ctx.actor.userId });
  });
  return noContent();
}
