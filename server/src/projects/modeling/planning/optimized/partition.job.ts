import { EngineProblem } from '@almanac/engine';
import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { featureStore } from '../../../core/features/feature.store.ts';
import { featureListStore } from '../../../core/features/feature-list.store.ts';
import { INFORMATIVE } from '../../../core/features/feature-list.tables.ts';
import type { ProjectPlan } from '../../../core/partitioning/plan.ts';
import type { Aim } from '../../../core/project/aim.schema.ts';
import { loadAnyProject } from '../../../core/project/get-project.ts';
import type { ProjectRow } from '../../../core/project/project.tables.ts';
import { multiseriesStore } from '../../../data/multiseries/multiseries.store.ts';
import { type EngineThread, withEngine } from '../../../engine/engine-pool.ts';
import { projectData } from '../../../engine/project-data.ts';
import { seriesQuestion } from '../partition-request.ts';
import { planTable } from '../plan-table.ts';
import { partitioningOf } from '../read-partitioning.ts';
import { detectionOf } from '../time.rules.ts';
import { optimizedStore } from './optimized.store.ts';
import { partitioningLog } from './partitioning-log.rules.ts';

const Input = z.strictObject({ projectId: z.string(), id: z.string() });

/** The plan an aim would come to, from the data themselves. */
export const partitionJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.partition',
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, id }, run) {
    const location = `/api/v2/projects/${projectId}/optimizedDatetimePartitionings/${id}/`;
    const row = await optimizedStore(platform.db.queries).raw(id);
    if (row === undefined || row.found !== null) return { location };
    const project = await loadAnyProject(platform, projectId);
    const aim = row.asked;
    const data = await projectData(platform, project, run.signal);
    try {
      const plan = await withEngine(data, run.signal, (thread) => planOf(platform, thread, project, aim));
      const date = await featureStore(platform.db.queries).byName(projectId, aim.datetimePartitionColumn ?? '');
      const found = partitioningOf(projectId, aim, date?.profile.dateFormat ?? '%Y-%m-%d', plan);
      await optimizedStore(platform.db.queries).finish(id, JSON.stringify(found), partitioningLog(found));
    } catch (error) {
      throw error instanceof EngineProblem ? new Problem(422, error.code, error.message) : error;
    }
    return { location };
  },
};

async function planOf(platform: Platform, thread: EngineThread, project: ProjectRow, aim: Aim): Promise<ProjectPlan> {
  const db = platform.db.queries;
  const features = await featureStore(db).list(project.id);
  const list = await featureListStore(db).byName(project.id, 'input', INFORMATIVE);
  if (list === undefined) throw new Problem(422, 'projects.no_such_featurelist', `The project has no ${INFORMATIVE}.`);
  if (!aim.useTimeSeries) return (await planTable(thread, project, { aim, list, features })).plan;
  const detections = await multiseriesStore(db).detections(project.id, aim.datetimePartitionColumn ?? '');
  const found = detectionOf(aim, detections);
  const profile = features.find(({ name }) => name === aim.datetimePartitionColumn)?.profile;
  const step = {
    unit: found?.time_unit ?? profile?.timeUnit ?? null,
    step: found?.time_step ?? profile?.timeStep ?? 1,
  };
  return (await thread.ask('planSeries', seriesQuestion(aim, features, new Set(list.features), step))).plan;
}
