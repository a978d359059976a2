import { z } from 'zod';
import { isDated, partNames } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { readModelBytes } from '../../engine/model-file.ts';
import { seriesJob, tableJob } from '../../engine/model-job.ts';
import { projectData } from '../../engine/project-data.ts';
import type { Step } from '../../queue/step.ts';
import { insightStore } from '../insight.store.ts';
import { saveInsight } from '../insight-row.ts';
import { modelFiles, readyModel } from '../model-files.ts';
import type { FeatureEffect } from './effects.rules.ts';
import type { KnownImpacts } from './effects-tasks.ts';
import { type ImpactContent, impactSource } from './feature-impact.step.ts';
import type { RowsOf } from './table-model.ts';

/** `null` in projects without dates. */
const Input = z.strictObject({
  modelId: z.string(),
  backtestIndex: z.string().nullable(),
  rowCount: z.int().nullable(),
});

export interface EffectsContent {
  readonly featureEffects: readonly FeatureEffect[];
}

/** As the newer routes call the rows of a part; here they count backtests from zero. */
export function effectsSource(source: 'training' | 'validation' | 'holdout', backtestIndex: string | null): string {
  if (backtestIndex === null) return source;
  const part = backtestIndex === 'holdout' ? 'holdout' : `backtest_${backtestIndex}`;
  return source === 'training' ? `${part}_training` : part;
}

export const featureEffectsStep: Step<z.output<typeof Input>> = {
  name: 'feature-effects',
  jobType: 'featureEffects',
  input: Input,
  async run(platform, { modelId, backtestIndex, rowCount: most }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const data = await projectData(platform, project, run.signal);
    const impacts = await knownImpacts(platform, project.id, modelId);
    const held = backtestIndex === null && partNames(plan).holdout;
    const wanted: readonly RowsOf[] = held ? ['training', 'validation', 'holdout'] : ['training', 'validation'];
    const ask = await questions();
    for (const [done, of] of wanted.entries()) {
      await run.progress(done / wanted.length, `Effects of features on ${of} data`);
      const featureEffects = await withEngine(data, run.signal, (thread) => ask(thread, of));
      const content: EffectsContent = { featureEffects };
      const source = effectsSource(of, backtestIndex);
      const rowCount = featureEffects.length;
      await saveInsight(platform, project, run, { kind: 'featureEffects', modelId, source, content, rowCount });
    }
    const folder = isDated(plan) ? 'datetimeModels' : 'models';
    const query = backtestIndex === null ? '' : `?backtestIndex=${backtestIndex}`;
    return { location: `/api/v2/projects/${project.id}/${folder}/${modelId}/featureEffects/${query}` };

    async function questions() {
      type Ask = (thread: Parameters<Parameters<typeof withEngine>[2]>[0], of: RowsOf) => Promise<FeatureEffect[]>;
      if (plan.kind === 'table') {
        const known = {
          job: await tableJob(platform, project, model),
          model: await modelFiles(platform, model),
          impacts,
          most,
        };
        const fold = Number(backtestIndex ?? 0);
        const ask: Ask = (thread, of) =>
          thread.ask('effectsOfRows', {
            ...known,
            of: backtestIndex === 'holdout' && of === 'validation' ? 'holdout' : of,
            fold: Number.isNaN(fold) ? 0 : fold,
          });
        return ask;
      }
      if (model.artifact?.kind !== 'forecaster') throw new Error(`Model ${modelId} is no forecaster.`);
      const file = await readModelBytes(platform, model.artifact.key, modelId);
      const part = backtestIndex === 'holdout' ? 'holdout' : `backtest_${backtestIndex ?? 0}`;
      const known = { job: await seriesJob(platform, project, model), file, impacts, part };
      const ask: Ask = (thread, of) =>
        thread.ask('effectsOfSeries', { ...known, of: of === 'training' ? 'training' : 'validation' });
      return ask;
    }
  },
};

/** Of the feature impact, when it was computed: which features are worth a look. */
export async function knownImpacts(
  { db }: { db: { queries: Parameters<typeof insightStore>[0] } },
  projectId: string,
  modelId: string,
): Promise<KnownImpacts> {
  const rows = await insightStore(db.queries).ofModel(projectId, modelId, 'featureImpact');
  const content = rows.find(({ source }) => source === impactSource(null))?.content as ImpactContent | undefined;
  return Object.fromEntries((content?.featureImpacts ?? []).map((one) => [one.featureName, one.impactNormalized]));
}
