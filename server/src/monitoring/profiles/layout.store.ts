import { buffer } from 'node:stream/consumers';
import { type ColumnProfile, type NumberProfile, readProfiles, shareBelow } from '@almanac/engine';
import type { ModelPackageRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { matching, updateRows } from '#platform/db/rows.ts';
import { PREDICTED_LABEL, PREDICTION, predictionOfClass } from '#projects';
import { columnWithoutReference, type Layout, type LayoutColumn, layoutFrom } from './layout.ts';

export const layoutStore = (db: Queries) => ({
  async of(organizationId: string, packageIds: readonly string[]): Promise<ReadonlyMap<string, Layout>> {
    if (packageIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('monitoring_layouts')
      .select(['package_id', 'columns'])
      .where('organization_id', '=', organizationId)
      .where('package_id', 'in', packageIds)
      .execute();
    return new Map(rows.map((row) => [row.package_id, row.columns]));
  },

  /** The first to come decides. */
  async putFirst(organizationId: string, packageId: string, layout: Layout): Promise<void> {
    await db
      .insertInto('monitoring_layouts')
      .values({ organization_id: organizationId, package_id: packageId, columns: JSON.stringify(layout) })
      .onConflict((conflict) => conflict.column('package_id').doNothing())
      .execute();
  },

  /** Appends columns that are new, in the caller's transaction; answers the layout as it is then. */
  async grow(organizationId: string, packageId: string, columns: readonly LayoutColumn[]): Promise<Layout> {
    const { columns: known } = await db
      .selectFrom('monitoring_layouts')
      .select('columns')
      .where(matching<'monitoring_layouts'>({ organization_id: organizationId, package_id: packageId }))
      .forUpdate()
      .executeTakeFirstOrThrow();
    const names = new Set(known.map(({ name }) => name));
    const fresh = columns.filter(({ name }) => !names.has(name));
    if (fresh.length === 0) return known;
    const grown = [...known, ...fresh];
    await updateRows(
      db,
      'monitoring_layouts',
      { organization_id: organizationId, package_id: packageId },
      { columns: JSON.stringify(grown) },
    );
    return grown;
  },
});

/** How a model is watched: kept, or made from its reference the first time. */
export async function loadLayout({ db, blobs }: Platform, model: ModelPackageRow): Promise<Layout> {
  const store = layoutStore(db.queries);
  const known = (await store.of(model.organization_id, [model.id])).get(model.id);
  if (known) return known;
  const reference =
    model.bundle === null ? [] : readProfiles(await buffer(await blobs.read(model.bundle.referenceKey)));
  // One that is not built yet has a reference to come, which must not be forestalled.
  if (model.bundle === null && model.execution_type !== 'external') return firstLayout(model, []);
  await store.putFirst(model.organization_id, model.id, firstLayout(model, reference));
  return (await store.of(model.organization_id, [model.id])).get(model.id) as Layout;
}

function firstLayout(model: ModelPackageRow, reference: readonly ColumnProfile[]): Layout {
  const target = model.target.name;
  const series = model.bundle?.plan.kind === 'series';
  // What is to be predicted is no feature, though the reference has seen it.
  const monitored = layoutFrom(reference).filter(({ name }) => series || name !== target);
  const has = new Set(monitored.map(({ name }) => name));
  return [...monitored, ...predictionsOf(model, reference).filter(({ name }) => !has.has(name))];
}

function predictionsOf({ target, prediction_threshold }: ModelPackageRow, reference: readonly ColumnProfile[]): Layout {
  const label = () => columnWithoutReference(PREDICTED_LABEL, 'names', target.classes);
  if (target.type === 'Multiclass') {
    return [...target.classes.map((_, c) => columnWithoutReference(predictionOfClass(c), 'numbers')), label()];
  }
  const single = columnWithoutReference(PREDICTION, 'numbers');
  if (target.type !== 'Binary') return [single];
  const chances = reference.find(({ column }) => column === PREDICTION) as NumberProfile | undefined;
  return [single, chances === undefined ? label() : { ...label(), ...labelsByChance(chances, prediction_threshold) }];
}

/** Labels the reference would have got with the threshold of the model. */
function labelsByChance({ digest, moments }: NumberProfile, threshold: number): Pick<LayoutColumn, 'reference'> {
  const negative = moments.count === 0 ? 0 : Math.round(shareBelow(digest, threshold) * moments.count);
  const counts = [negative, moments.count - negative, 0];
  return { reference: { missing: 0, count: moments.count, counts, mean: 0, deciles: [], distinct: 2 } };
}
