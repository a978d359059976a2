import { sql } from 'kysely';
import { DEFAULT_SETTINGS } from '../../server/src/deployments/records/deployment-settings.ts';
import type { Platform } from '../../server/src/platform/context.ts';
import { newId } from '../../server/src/platform/ids.ts';

/** A registered version of a model of numbers, and a deployment of it that the administrator owns. */
export async function putDeployment(
  { db }: Platform,
  packageId: string,
  modelKeys: readonly string[],
  names: readonly string[],
): Promise<string> {
  const { rows } = await sql<{
    id: string;
    org: string;
  }>`SELECT id, organization_id AS org FROM users WHERE role = 'admin' LIMIT 1`.execute(db.queries);
  const [{ id: user, org } = { id: '', org: '' }] = rows;
  const [modelId, versionOf, environment, deployment] = [newId(), newId(), newId(), newId()];
  const target = { name: 'y', type: 'Regression', classes: [] };
  const bundle = {
    format: 1,
    artifact: { kind: 'rows', keys: modelKeys, weights: modelKeys.map(() => 1 / modelKeys.length) },
    plan: {
      kind: 'table',
      task: 'regression',
      target: 'y',
      classes: [],
      ignore: ['y'],
      partition: { method: 'random', folds: 5, validation: 0.16, holdout: 0.2 },
      rowCounts: {},
      totalRows: 20_000,
      seed: 1,
    },
    target,
    columns: names.map((name) => ({
      name,
      kind: 'numeric',
      featureType: 'Numeric',
      dateFormat: null,
      needed: true,
      knownInAdvance: false,
      importance: null,
    })),
    transforms: [],
    referenceKey: `model-packages/${packageId}/reference`,
    referenceRows: 0,
    baselineScores: {},
    usualRange: null,
    trainingDataset: { id: null, versionId: null, name: 'training.csv' },
  };
  await sql`INSERT INTO prediction_environments (id, organization_id, name, platform, supported_model_formats, created_at, updated_at)
    VALUES (${environment}, ${org}, ${`Bench ${packageId}`}, 'datarobotServerless', '{datarobot}', now(), now())`.execute(
    db.queries,
  );
  await sql`INSERT INTO registered_models (id, organization_id, name, target_name, target_type, created_by, created_at, modified_by, modified_at)
    VALUES (${versionOf}, ${org}, ${`Bench ${packageId}`}, 'y', 'Regression', ${user}, now(), ${user}, now())`.execute(
    db.queries,
  );
  await sql`INSERT INTO model_packages (id, organization_id, registered_model_id, version, name, model_id, execution_type, model_type, target,
      build_status, bundle, created_by, created_at, updated_by, updated_at)
    VALUES (${packageId}, ${org}, ${versionOf}, 1, 'Bench', ${modelId}, 'dedicated', 'Gradient Boosted Trees', ${JSON.stringify(target)},
      'complete', ${JSON.stringify(bundle)}, ${user}, now(), ${user}, now())`.execute(db.queries);
  await sql`INSERT INTO deployments (id, organization_id, label, status, environment_id, package_id, settings, created_by, created_at, updated_at)
    VALUES (${deployment}, ${org}, 'Bench', 'active', ${environment}, ${packageId}, ${JSON.stringify(DEFAULT_SETTINGS)}, ${user}, now(), now())`.execute(
    db.queries,
  );
  await sql`INSERT INTO grants (organization_id, resource_type, resource_id, user_id, role, can_share, can_use_data, granted_by, granted_at)
    VALUES (${org}, 'deployment', ${deployment}, ${user}, 'OWNER', true, true, ${user}, now())`.execute(db.queries);
  return deployment;
}
