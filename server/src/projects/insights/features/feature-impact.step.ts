import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { readModelBytes } from '../../engine/model-file.ts';
import { seriesJob, tableJob } from '../../engine/model-job.ts';
import { projectData } from '../../engine/project-data.ts';
import type { Step } from '../../queue/step.ts';
import { saveInsight } from '../insight-row.ts';
import { modelFiles, readyModel } from '../model-files.ts';
import type { Impacts } from './impact-tasks.ts';

const backtest = z.union([z.int().min(0), z.literal('holdout')]).nullable();
const Input = z.strictObject({ modelId: z.string(), rowCount: z.int().nullable(), backtest });
export type Backtest = z.output<typeof backtest>;

export interface ImpactContent {
  readonly featureImpacts: readonly {
    readonly featureName: string;
    readonly impactNormalized: number;
    readonly impactUnnormalized: number;
    readonly redundantWith: null;
  }[];
  readonly ranRedundancyDetection: boolean;
  readonly rowCount: number;
  readonly shapBased: boolean;
  readonly backtest: Backtest;
}

/** As the newer routes call it; they count backtests from one. */
export const impactSource = (of: Backtest): string =>
  of === null ? 'training' : of === 'holdout' ? 'holdout_training' : `backtest_${of + 1}_training`;

const USUAL_ROWS = 2500;

export const featureImpactStep: Step<z.output<typeof Input>> = {
  name: 'feature-impact',
  jobType: 'featureImpact',
  input: Input,
  async run(platform, { modelId, rowCount, backtest: of }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    await run.progress(0.1, 'Asking the model without each feature');
    await computeImpact(platform, { project, plan, model, rowCount, backtest: of }, run);
    const query = of === null ? '' : `?backtest=${of}`;
    return { location: `/api/v2/projects/${project.id}/models/${modelId}/featureImpact/${query}` };
  },
};

interface ImpactQuestion {
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly rowCount: number | null;
  readonly backtest: Backtest;
}

/** How much the model owes to each feature, kept with the model. */
export async function computeImpact(platform: Platform, asked: ImpactQuestion, run: JobRun): Promise<ImpactContent> {
  const { project, plan, model, rowCount, backtest: of } = asked;
  const data = await projectData(platform, project, run.signal);
  const found = await withEngine(data, run.signal, async (thread): Promise<Impacts> => {
    if (plan.kind === 'series') {
      const part = of === 'holdout' ? 'holdout' : `backtest_${of ?? 0}`;
      const file =
        model.artifact?.kind === 'forecaster'
          ? await readModelBytes(platform, model.artifact.key, model.id)
          : undefined;
      if (file === undefined) throw new Error(`Model ${model.id} is no forecaster.`);
      return thread.ask('impactOfSeries', { job: await seriesJob(platform, project, model), file, part });
    }
    return thread.ask('impactOfRows', {
      job: await tableJob(platform, project, model),
      model: await modelFiles(platform, model),
      metric: project.metric ?? '',
      fold: of ?? 0,
      most: rowCount ?? USUAL_ROWS,
    });
  });
  const content = contentOf(found, plan.kind === 'series', of);
  await saveInsight(platform, project, run, {
    kind: 'featureImpact',
    modelId: model.id,
    source: impactSource(of),
    asked: { rowCount },
    content,
    rowCount: content.featureImpacts.length,
  });
  return content;
}

function contentOf({ impacts, rows }: Impacts, shapBased: boolean, of: Backtest): ImpactContent {
  const most = Math.max(0, ...impacts.map(({ impact }) => impact));
  return {
    featureImpacts: impacts.map(({ feature, impact }) => ({
      featureName: feature,
      impactNormalized: most > 0 ? impact / most : 0,
      impactUnnormalized: impact,
      redundantWith: null,
    })),
    ranRedundancyDetection: false,
    rowCount: rows,
    shapBased,
    backtest: of,
  };
}
