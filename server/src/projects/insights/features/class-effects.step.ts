import { z } from 'zod';
import { isDated, partNames } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { tableJob } from '../../engine/model-job.ts';
import { projectData } from '../../engine/project-data.ts';
import type { Step } from '../../queue/step.ts';
import { saveInsight } from '../insight-row.ts';
import { modelFiles, readyModel } from '../model-files.ts';
import type { FeatureEffect } from './effects.rules.ts';
import { effectsSource, knownImpacts } from './feature-effects.step.ts';
import type { RowsOf } from './table-model.ts';

const Input = z.strictObject({
  modelId: z.string(),
  backtestIndex: z.string().nullable(),
  rowCount: z.int().nullable(),
  features: z.array(z.string()).nullable(),
  topNFeatures: z.int().nullable(),
});

export interface ClassEffect extends FeatureEffect {
  readonly class: string;
}

/** How the probability of each class changes with features. */
export const classEffectsStep: Step<z.output<typeof Input>> = {
  name: 'class-effects',
  jobType: 'featureEffects',
  input: Input,
  async run(platform, { modelId, backtestIndex, rowCount: most, features, topNFeatures }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    if (plan.kind !== 'table') throw new Error(`Project ${project.id} has no classes.`);
    const model = await readyModel(platform, project.id, modelId);
    const data = await projectData(platform, project, run.signal);
    const held = backtestIndex === 'holdout';
    const known = {
      job: await tableJob(platform, project, model),
      model: await modelFiles(platform, model),
      impacts: await knownImpacts(platform, project.id, modelId),
      most,
      fold: held ? 0 : Number(backtestIndex ?? 0),
      ...(features === null ? {} : { features }),
      ...(topNFeatures === null ? {} : { top: topNFeatures }),
    };
    const alsoHoldout = backtestIndex === null && partNames(plan).holdout;
    const wanted: readonly RowsOf[] = alsoHoldout ? ['training', 'validation', 'holdout'] : ['training', 'validation'];
    for (const [done, of] of wanted.entries()) {
      await run.progress(done / wanted.length, `Effects of features on ${of} data`);
      const rows = held && of === 'validation' ? 'holdout' : of;
      const effects = await withEngine(data, run.signal, async (thread) => {
        const all: ClassEffect[] = [];
        for (const [classIndex, label] of plan.classes.entries()) {
          const made = await thread.ask('effectsOfRows', { ...known, of: rows, classIndex });
          all.push(...made.map((effect) => ({ class: label, ...effect })));
        }
        return all;
      });
      const source = effectsSource(of, backtestIndex);
      const content = { effects };
      await saveInsight(platform, project, run, {
        kind: 'classEffects',
        modelId,
        source,
        content,
        rowCount: effects.length,
      });
    }
    const folder = isDated(plan) ? 'datetimeModels' : 'models';
    const query = backtestIndex === null ? '' : `?backtestIndex=${backtestIndex}`;
    return { location: `/api/v2/projects/${project.id}/${folder}/${modelId}/multiclassFeatureEffects/${query}` };
  },
};
