import { accessToEach } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { peopleOf } from '../people.store.ts';
import { endedUnbuilt } from './lost-build.ts';
import { toPackage } from './package.record.ts';
import { packageStore } from './package.store.ts';
import { REGISTERED_MODEL } from './registered-model.kind.ts';

/** Versions as clients see them; whoever asks has been allowed to. */
export async function showPackages(ctx: Ctx, found: readonly ModelPackageRow[]) {
  const rows = await endedUnbuilt(ctx, found);
  const parents = [...new Set(rows.map((row) => row.registered_model_id))];
  const access = await accessToEach(ctx, REGISTERED_MODEL, parents);
  const people = await peopleOf(
    ctx.db.queries,
    rows.flatMap((row) => [row.created_by, row.updated_by]),
  );
  const active = await packageStore(ctx.db.queries).activeDeployments(rows.map(({ id }) => id));
  return rows.map((row) =>
    toPackage(row, {
      access: access.get(row.registered_model_id),
      people,
      deployments: active.get(row.id) ?? 0,
      links: ctx.links,
    }),
  );
}

export async function showPackage(ctx: Ctx, row: ModelPackageRow) {
  const [shown] = await showPackages(ctx, [row]);
  if (shown === undefined) throw new Error(`Model package ${row.id} was lost while it was shown.`);
  return shown;
}
