import { EngineProblem, gridIndex, timeOf } from '@almanac/engine';
import { z } from 'zod';
import { fetchToBlob, ingestFile, ingestVersion, versionProfile } from '#data';
import { withIncoming } from '#platform/blobs/incoming.ts';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import type { SeriesPlan } from '../core/partitioning/plan.ts';
import { isoTime } from '../core/partitioning/training-data.ts';
import { loadProject } from '../core/project/get-project.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { withEngine } from '../engine/engine-pool.ts';
import { predictionData } from './predict.step.ts';
import {
  type FoundInDataset,
  type PredictionDatasetOptions,
  PredictionProblems,
  predictionDatasetStore,
} from './prediction.store.ts';

const Input = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('catalog'), datasetId: z.string(), versionId: z.string() }),
    z.strictObject({ kind: z.literal('upload'), datasetId: z.string(), versionId: z.string() }),
    z.strictObject({ kind: z.literal('url'), url: z.string() }),
  ]),
  asked: z.custom<PredictionDatasetOptions>(),
});
type Input = z.output<typeof Input>;

/** Reads data to predict on and looks whether they are good for it; there is no dataset before they are. */
export const predictionDatasetJob: JobKind<Input> = {
  name: 'projects.prediction-dataset',
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, input, run) {
    const { projectId, from } = input;
    const { project } = await loadProject(platform, projectId);
    const { datasetId, versionId } = from.kind === 'url' ? await fetchData(platform, from.url, run) : from;
    if (from.kind !== 'catalog') await ingestVersion(platform, versionId, run);
    const { rowCount, columns } = await versionProfile(platform, versionId);
    const found = await look(platform, project, versionId, input.asked, run).catch(asRefusal);
    await predictionDatasetStore(platform.db.queries).insert({
      id: input.id,
      project_id: projectId,
      organization_id: project.organization_id,
      name: input.name,
      dataset_id: datasetId,
      version_id: versionId,
      from_catalog: from.kind === 'catalog',
      row_count: rowCount,
      column_count: columns.length,
      asked: input.asked,
      found,
      created_by: run.actor.userId,
      created_at: platform.now(),
    });
    return { location: `/api/v2/projects/${projectId}/predictionDatasets/${input.id}/` };
  },
};

async function fetchData(platform: Platform, url: string, run: JobRun) {
  await run.progress(0.01, 'Fetching the file');
  return withIncoming(platform, async (blobKey) => {
    const { fileName } = await fetchToBlob(platform, url, blobKey, { signal: run.signal });
    const ctx = { ...platform, actor: run.actor };
    return platform.db.transaction((tx) => ingestFile(ctx, tx, { blobKey, fileName, visible: false }));
  });
}

const NOTHING: FoundInDataset = {
  dataStartDate: null,
  dataEndDate: null,
  maxForecastDate: null,
  forecastPointRange: null,
  containsTargetValues: null,
  missesKnownInAdvance: false,
};

async function look(
  platform: Platform,
  project: ProjectRow,
  versionId: string,
  asked: PredictionDatasetOptions,
  run: JobRun,
): Promise<FoundInDataset> {
  const { plan } = project;
  if (plan?.kind !== 'series') return NOTHING;
  await run.progress(0.9, 'Looking at times and targets');
  const data = await predictionData(platform, project, versionId, run.signal);
  const { forecastPoint, relaxKnownInAdvanceFeaturesCheck: relaxed } = asked;
  const facts = await withEngine(data, run.signal, (thread) =>
    thread.ask('describeSeries', {
      plan,
      ...(forecastPoint === null ? {} : { forecastPoint: Date.parse(forecastPoint) }),
    }),
  );
  if (facts.missing.length > 0 && !relaxed) refuse(PredictionProblems.knownInAdvanceMissing, facts.missing);
  // Rows without a target are forecast from where the project's own data end.
  const known = facts.lastKnown ?? (plan.grid.unit === 'ROW' ? facts.last : timeOf(plan.grid, plan.lastCell));
  return {
    dataStartDate: iso(facts.first),
    dataEndDate: iso(facts.last),
    maxForecastDate: known === null ? null : iso(furthest(plan, known)),
    forecastPointRange:
      facts.first === null || known === null ? null : [isoTime(Math.min(facts.first, known)), isoTime(known)],
    containsTargetValues: facts.lastKnown !== null,
    missesKnownInAdvance: facts.missing.length > 0,
  };
}

/** Data the engine cannot use is refused; a retry would not help. */
function asRefusal(error: unknown): never {
  throw error instanceof EngineProblem ? new Problem(422, error.code, error.message) : error;
}

const iso = (time: number | null): string | null => (time === null ? null : isoTime(time));

/** The last moment that can be forecast when the forecast is made at this one. */
const furthest = ({ grid, windows }: SeriesPlan, point: number): number =>
  timeOf(grid, Math.round(gridIndex(grid, point)) + windows.last);
