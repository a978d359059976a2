import { z } from 'zod';
import { versionProfile } from '#data';
import { refuse } from '#platform/http/problem.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { columnsOf } from '../../engine/model-job.ts';
import { PredictionProblems } from '../../predictions/prediction.problems.ts';
import { predictionData } from '../../predictions/prediction-data.ts';
import { predictionDatasetStore } from '../../predictions/prediction-dataset.store.ts';
import type { Step } from '../../queue/step.ts';
import { insightId, insightKey, saveInsight } from '../insight-row.ts';
import { writeLines } from '../line-file.ts';
import { readyModel } from '../model-files.ts';
import { explained } from './explain-data.ts';
import { AskedOfExplanations } from './explanation.schema.ts';

const Input = z.strictObject({ modelId: z.string(), datasetId: z.string(), asked: AskedOfExplanations });

export const explanationsStep: Step<z.output<typeof Input>> = {
  name: 'prediction-explanations',
  jobType: 'predictionExplanations',
  input: Input,
  async run(platform, { modelId, datasetId, asked }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const dataset = await predictionDatasetStore(platform.db.queries).byId(project.id, datasetId);
    if (dataset === undefined) return refuse(PredictionProblems.noSuchDataset, project.id, datasetId);
    if (plan.kind === 'table') {
      const sent = new Set((await versionProfile(platform, dataset.version_id)).columns.map(({ name }) => name));
      const needed = await columnsOf(platform, project, model);
      const ignored = new Set(plan.ignore);
      const missing = needed.filter((name) => !sent.has(name) && !ignored.has(name));
      if (missing.length > 0) refuse(PredictionProblems.missingColumns, missing);
    }
    const data = await predictionData(platform, project, dataset.version_id, run.signal);
    const rows = Int32Array.from(Array(dataset.row_count).keys());
    const { forecastPoint } = dataset.asked;
    const request = { project, plan, model, data, rows, rowCount: dataset.row_count, forecastPoint, asked };
    const named = { kind: 'explanations', modelId, source: datasetId, mark: job.id } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    await run.progress(0.05, 'Asking the model why');
    const rowCount = await writeLines(platform, rowsKey, explained(platform, request, run.signal));
    const content = { numColumns: dataset.column_count };
    const id = await saveInsight(platform, project, run, { ...named, asked, content, rowCount, rowsKey });
    return { location: `/api/v2/projects/${project.id}/predictionExplanations/${id}/` };
  },
};
