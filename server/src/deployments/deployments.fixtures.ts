import { Readable } from 'node:stream';
import { type Frame, textsOf } from '@almanac/engine';
import { grantOwnership } from '#accounts';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { referenceProfiles } from '#projects';
import type { ModelPackageRow } from './deployments.tables.ts';
import { aForecaster, aRowModel, type MadeModel, type ModelKind } from './model.fixtures.ts';
import { type ManifestColumn, type ModelManifest, packageBlobs } from './model-manifest.ts';
import { packageStore } from './registry/package.store.ts';
import { registeredModelStore } from './registry/registered-model.store.ts';
import { MODEL_VERSION, REGISTERED_MODEL } from './registry/registry.kind.ts';

export { DEFAULT_SETTINGS } from './records/deployment-settings.ts';
export { packageStore } from './registry/package.store.ts';

export interface PackageMade {
  readonly row: ModelPackageRow;
  readonly bundle: ModelManifest;
  /** What it learned from. */
  readonly table: Frame;
}

export interface PackageOptions {
  /** Of a blend. */
  readonly members?: number;
  /** Trees of a model on rows. */
  readonly rounds?: number;
  /** Of a forecaster. */
  readonly blueprints?: readonly string[];
  readonly name?: string;
  /** Another version of this registered model. */
  readonly registeredModelId?: string;
}

let made = 0;

/** A registered, built version of a model that is fitted here in milliseconds; it has no project. */
export async function aPackage(
  platform: Platform,
  owner: { readonly id: string; readonly organizationId: string },
  kind: ModelKind,
  options: PackageOptions = {},
): Promise<PackageMade> {
  const model = kind === 'series' ? await aForecaster(options.blueprints) : await aRowModel(kind, options);
  const now = platform.now();
  const id = newId(now);
  const bundle = await bundleFrom(platform, id, model);
  const by = { created_by: owner.id, created_at: now };
  const row = await platform.db.transaction(async (tx) => {
    const models = registeredModelStore(tx);
    const actor = { userId: owner.id, organizationId: owner.organizationId } as Parameters<typeof grantOwnership>[1];
    const parent =
      (await models.byId(owner.organizationId, options.registeredModelId ?? '')) ??
      (await models.insert({
        id: newId(now),
        organization_id: owner.organizationId,
        name: options.name ?? `A ${kind} model ${++made}`,
        target_name: model.target.name,
        target_type: model.target.type,
        ...by,
        modified_by: owner.id,
        modified_at: now,
      }));
    await grantOwnership(tx, actor, now, { kind: REGISTERED_MODEL, id: parent.id });
    await grantOwnership(tx, actor, now, { kind: MODEL_VERSION, id });
    const version = await models.nextVersion(parent.id, owner.id, now);
    return packageStore(tx).insert({
      id,
      organization_id: owner.organizationId,
      registered_model_id: parent.id,
      version,
      name: `${parent.name} (v${version})`,
      model_id: newId(now),
      execution_type: 'dedicated',
      model_type: kind === 'series' ? 'Elastic Net Forecaster' : 'Gradient Boosted Trees',
      target: JSON.stringify(model.target),
      build_status: 'complete',
      bundle: JSON.stringify(bundle),
      ...by,
      updated_by: owner.id,
      updated_at: now,
    });
  });
  return { row, bundle, table: model.table };
}

const FEATURE_TYPES = {
  numeric: 'Numeric',
  boolean: 'Boolean',
  date: 'Date',
  categorical: 'Categorical',
  text: 'Text',
};

async function bundleFrom({ blobs }: Platform, id: string, model: MadeModel): Promise<ModelManifest> {
  const { plan, target, table, predicted } = model;
  const write = async (name: string, bytes: Uint8Array): Promise<string> => {
    const key = `${packageBlobs(id)}${name}`;
    await blobs.write(key, Readable.from([Buffer.from(bytes)], { objectMode: false }));
    return key;
  };
  const keys = await Promise.all(model.files.map((file, number) => write(`model-${number}`, file)));
  const classes = target.type === 'Multiclass' ? target.classes : [];
  const series = plan.kind === 'series';
  const columns = table.columns
    .filter(({ name }) => series || name !== target.name)
    .map(
      ({ name, kind }, number): ManifestColumn => ({
        name,
        kind,
        featureType: FEATURE_TYPES[kind],
        dateFormat: kind === 'date' ? '%Y-%m-%d' : null,
        needed: !series || name === 'date' || name === 'store',
        knownInAdvance: name === 'promotion',
        importance: 1 / (number + 1),
      }),
    );
  return {
    format: 1,
    artifact: series ? { kind: 'forecaster', key: keys[0] ?? '' } : { kind: 'rows', keys, weights: model.weights },
    plan,
    target,
    columns,
    transforms: [],
    referenceKey: await write('reference', referenceProfiles(table.columns, predicted, classes)),
    referenceRows: table.rows,
    baselineScores: target.type === 'Regression' ? { RMSE: 900, MAE: 700 } : { LogLoss: 0.1, AUC: 0.98 },
    usualRange: target.type === 'Regression' ? { lower: Math.min(...predicted), upper: Math.max(...predicted) } : null,
    trainingDataset: { id: null, versionId: null, name: 'made.csv' },
  };
}

/** Some rows of a table as a file that people send: days as dates, missing cells empty. */
export function csvOf(table: Frame, rows: readonly number[] = Array.from({ length: table.rows }, (_, i) => i)): string {
  const cells = table.columns.map((column) => {
    const text = textsOf(column);
    return (row: number) => {
      const cell = text(row) ?? '';
      return column.kind === 'date' ? cell.slice(0, 10) : cell;
    };
  });
  const lines = rows.map((row) => cells.map((cell) => cell(row)).join(','));
  return `${[table.columns.map(({ name }) => name).join(','), ...lines].join('\n')}\n`;
}
