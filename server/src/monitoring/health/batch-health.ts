import { type DeploymentRow, findPackage, resolveHealthSettings } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { readSums } from '../actuals/accuracy.store.ts';
import { loadLayout } from '../profiles/layout.store.ts';
import { readProfiles } from '../profiles/read-profiles.ts';
import type { BatchHealth } from '../scope/batch.record.ts';
import { accuracyOfRows } from './accuracy-health.ts';
import { driftOfRows } from './drift-health.ts';
import { batchActivity } from './health.store.ts';
import { evaluateService } from './health-status.rules.ts';

const NONE = { requests: 0, userErrors: 0, serverErrors: 0 };

/** Health of batches by ID: service health over all models, drift and accuracy of the current model. */
export async function batchHealth(
  platform: Platform,
  deployment: DeploymentRow,
  batches: readonly { readonly id: string }[],
): Promise<(batchId: string) => BatchHealth> {
  const batchIds = batches.map(({ id }) => id);
  const activity = await batchActivity(platform.db.queries, deployment.organization_id, batchIds);
  const model = batchIds.length === 0 ? undefined : await findPackage(platform, deployment.package_id);
  if (model === undefined) return () => ({ service: 'unknown', drift: 'unknown', accuracy: 'unknown' });
  const layout = await loadLayout(platform, model);
  const scope = {
    organizationId: deployment.organization_id,
    deploymentId: deployment.id,
    modelIds: [model.model_id],
    segment: null,
    within: { batchIds },
  };
  const kept = await readProfiles(platform, scope);
  const { dataDrift, accuracy } = resolveHealthSettings(deployment, model);
  const sums = await readSums(platform.db.queries, scope);
  const evaluated = await Promise.all(
    batchIds.map(async (id) => {
      const own = sums.filter(({ batch_id }) => batch_id === id);
      return [id, (await accuracyOfRows(platform, model, accuracy, own)).status] as const;
    }),
  );
  const accuracies = new Map(evaluated);
  return (batchId) => {
    const rows = kept.rows.filter(({ batch_id }) => batch_id === batchId);
    return {
      service: evaluateService(activity.get(batchId) ?? NONE).status,
      drift: driftOfRows({ deployment, model, layout }, dataDrift, kept, rows).status,
      accuracy: accuracies.get(batchId) ?? 'unknown',
    };
  };
}
