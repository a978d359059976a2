import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { featureListStore } from '../core/features/feature-list.store.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { EndingRun } from '../modeling/autopilot/advance.ts';
import { enqueueStep } from '../queue/project-queue.ts';
import { associationStep, hasAssociations } from './associations/associations.ts';
import { featureImpactStep } from './features/feature-impact.ts';
import { insightStore } from './insight.store.ts';

/**
 * What scripts read right after the autopilot: the feature impact of the models it recommends, and how the features are
 * associated. Computed before the run counts as done.
 */
export async function beginFirstInsights(platform: Platform, tx: Tx, run: EndingRun): Promise<boolean> {
  const { project } = run;
  const recommended = await modelStore(tx).recommended(project.id);
  const ids = [...new Set(recommended.map(({ model_id }) => model_id))];
  const models = (await modelStore(tx).byIds(project.id, ids)).filter(({ artifact }) => artifact !== null);
  let hasBegun = false;
  for (const { id: modelId } of models) {
    if ((await insightStore(tx).ofModel(project.id, modelId, 'featureImpact')).length > 0) continue;
    const input = { modelId, rowCount: null, backtest: null };
    await enqueueStep(platform, tx, featureImpactStep, input, { ...run, modelId });
    hasBegun = true;
  }
  const [list] = (await featureListStore(tx).list(project.id, 'input')).filter((one) => !one.is_user_created);
  if (list !== undefined && !(await hasAssociations(platform, project.id, list.id))) {
    await enqueueStep(platform, tx, associationStep, { featurelistId: list.id }, run);
    hasBegun = true;
  }
  return hasBegun;
}
