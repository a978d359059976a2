import { z } from 'zod';
import { loadProject } from '../../core/project/get-project.ts';
import { projectData } from '../../engine/project-data.ts';
import type { Step } from '../../queue/step.ts';
import { spread } from '../charts/draw-chart.rules.ts';
import { saveInsight } from '../insight-row.ts';
import { readyModel } from '../model-parts.ts';
import type { ExplainedRow } from './explain-tasks.ts';
import { explained } from './explanations.step.ts';

const Input = z.strictObject({ modelId: z.string() });
const SAMPLE = 10;
const ASKED = { maxExplanations: 3, thresholdLow: null, thresholdHigh: null, classNames: null, numTopClasses: null };

/** A few rows of the project's own data, explained: what explanations of this model look like. */
export const initializationStep: Step<z.output<typeof Input>> = {
  name: 'prediction-explanations-initialization',
  jobType: 'predictionExplanationsInitialization',
  input: Input,
  async run(platform, { modelId }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const data = await projectData(platform, project, run.signal);
    const all = (await data.load()).rows;
    const rows = Int32Array.from(spread(all, SAMPLE));
    const request = { project, plan, model, data, rows, rowCount: all, forecastPoint: null, asked: ASKED };
    const sample: ExplainedRow[] = [];
    for await (const row of explained(platform, request, run.signal)) if (sample.length < SAMPLE) sample.push(row);
    const made = { kind: 'explanationsInitialization', modelId, source: 'training' } as const;
    await saveInsight(platform, project, run, { ...made, content: { sample }, rowCount: sample.length });
    return { location: `/api/v2/projects/${project.id}/models/${modelId}/predictionExplanationsInitialization/` };
  },
};
