import { z } from 'zod';
import { refuse } from '#platform/http/problem.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { readSeriesPredictions } from '../../engine/part-predictions.ts';
import { projectData, seriesJob } from '../../engine/project-data.ts';
import { readBytes, writeBytes } from '../../engine/project-files.ts';
import type { Step } from '../../queue/step.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightId, insightKey, saveInsight } from '../insight-requests.ts';
import { readyModel, scoredParts } from '../model-parts.ts';
import { writeAccuracy } from './accuracy.rules.ts';

const Input = z.strictObject({ modelId: z.string() });

export const seriesAccuracyStep: Step<z.output<typeof Input>> = {
  name: 'series-accuracy',
  jobType: 'seriesAccuracy',
  input: Input,
  async run(platform, { modelId }, job, run) {
    const { project } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const stored = await scoredParts(platform, model);
    if (stored.length === 0) refuse(InsightProblems.notScored, 'any backtest');
    const parts = await Promise.all(
      stored.map(async ({ part, predictions_key }) => ({
        part,
        predictions: readSeriesPredictions(await readBytes(platform, predictions_key)),
      })),
    );
    const data = await projectData(platform, project, run.signal);
    const question = { job: await seriesJob(platform, project, model), parts };
    const made = await withEngine(data, run.signal, (thread) => thread.ask('seriesAccuracy', question));
    const named = { kind: 'seriesAccuracy', modelId, source: 'all' } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    await writeBytes(platform, rowsKey, writeAccuracy(made));
    await saveInsight(platform, project, run, { ...named, rowCount: made.rowCount.length, rowsKey });
    return { location: `/api/v2/projects/${project.id}/datetimeModels/${modelId}/multiseriesScores/` };
  },
};
