import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import type { ModelPartRow } from '../../core/models/model.tables.ts';
import type { SeriesPlan, TablePlan } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { type EngineThread, withEngine } from '../../engine/engine-pool.ts';
import { readRowPredictions, readSeriesPredictions } from '../../engine/predictions-file.ts';
import { readBytes } from '../../engine/project-blobs.ts';
import { projectData } from '../../engine/project-data.ts';
import type { Step } from '../../queue/step.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightId, insightKey, saveInsight } from '../insight-row.ts';
import { writeLines } from '../line-file.ts';
import { readyModel } from '../model-files.ts';
import { scoredParts } from '../model-parts.ts';
import { DATA_SUBSETS, partsOfSubset } from './data-subset.rules.ts';
import {
  type SeriesRows,
  type TableRows,
  type TrainingRow,
  trainingRowsOfSeries,
  trainingRowsOfTable,
} from './training-rows.rules.ts';

const Input = z.strictObject({ modelId: z.string(), dataSubset: z.enum(DATA_SUBSETS) });

/** What the model said about the project's own rows while it had not seen them. */
export const trainingPredictionsStep: Step<z.output<typeof Input>> = {
  name: 'training-predictions',
  jobType: 'trainingPredictions',
  input: Input,
  async run(platform, { modelId, dataSubset }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const stored = await scoredParts(platform, model);
    const parts = (partsOfSubset(plan, dataSubset) ?? []).map(
      (name) => stored.find(({ part }) => part === name) ?? refuse(InsightProblems.notScored, name),
    );
    const rows =
      plan.kind === 'series'
        ? await ofSeries(platform, project, plan, parts, run)
        : await ofTable(platform, project, plan, parts, model.prediction_threshold, run);
    const named = { kind: 'trainingPredictions', modelId, source: dataSubset } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    const rowCount = await writeLines(platform, rowsKey, rows);
    const id = await saveInsight(platform, project, run, { ...named, rowCount, rowsKey });
    return { location: `/api/v2/projects/${project.id}/trainingPredictions/${id}/` };
  },
};

/** On a thread that holds the project's table. */
async function asking<T>(
  platform: Platform,
  project: ProjectRow,
  run: JobRun,
  work: (thread: EngineThread) => Promise<T>,
): Promise<T> {
  return withEngine(await projectData(platform, project, run.signal), run.signal, work);
}

async function ofTable(
  platform: Platform,
  project: ProjectRow,
  plan: TablePlan,
  parts: readonly ModelPartRow[],
  threshold: number,
  run: JobRun,
): Promise<Iterable<TrainingRow>> {
  const made: TableRows[] = [];
  const { partition } = plan;
  for (const { part, predictions_key } of parts) {
    const predictions = readRowPredictions(await readBytes(platform, predictions_key));
    const question = { name: partition.method === 'datetime' ? partition.column : '', rows: predictions.rows };
    const times =
      partition.method === 'datetime'
        ? await asking(platform, project, run, (thread) => thread.ask('timesOfRows', question))
        : null;
    made.push({ part, predictions, times });
  }
  return trainingRowsOfTable(plan, made, threshold);
}

async function ofSeries(
  platform: Platform,
  project: ProjectRow,
  { panel }: SeriesPlan,
  parts: readonly ModelPartRow[],
  run: JobRun,
): Promise<Iterable<TrainingRow>> {
  const names =
    panel.idColumns.length === 0 ? [] : await multiseriesStore(platform.db.queries).seriesByNumber(project.id);
  const made = await asking(platform, project, run, async (thread) => {
    const all: SeriesRows[] = [];
    for (const { part, predictions_key } of parts) {
      const predictions = readSeriesPredictions(await readBytes(platform, predictions_key));
      const { series, time } = predictions;
      const { dateColumn, idColumns } = panel;
      all.push({
        part,
        predictions,
        rowIds: await thread.ask('findRows', { dateColumn, idColumns, names, series, time }),
      });
    }
    return all;
  });
  return trainingRowsOfSeries(panel, names, made);
}
