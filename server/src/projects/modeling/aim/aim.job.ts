import { EngineProblem } from '@almanac/engine';
import { z } from 'zod';
import { useChunks } from '#data';
import type { JobKind, Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { Problem } from '#platform/http/problem.ts';
import { limitReached } from '#platform/jobs/job-limits.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { featureListStore, INFORMATIVE } from '../../core/features/feature-list.store.ts';
import { blueprintStore } from '../../core/models/model.store.ts';
import { type Aim, MODE_NUMBERS, modeOf } from '../../core/project/aim.schema.ts';
import { AIM_JOB, loadAnyProject } from '../../core/project/get-project.ts';
import { lockProject, type ProjectRow, projectStore } from '../../core/project/project.store.ts';
import { eventsForTraining } from '../../data/calendars/calendars.ts';
import { multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { projectData } from '../../engine/project-data.ts';
import { projectBlobs, writeBytes } from '../../engine/project-files.ts';
import { startRun } from '../autopilot/control.ts';
import { withOwnChunks, writeOwnChunks } from '../incremental/chunk-source.ts';
import { incrementalSettings } from '../incremental/incremental.rules.ts';
import { type Calendar, type Planned, planTable, planTime } from '../planning/plan-project.ts';

const Input = z.strictObject({ projectId: z.string() });

/** From a target to a leaderboard that can be filled: plan, blueprints, what models see, and the first run. */
export const aimJob: JobKind<z.output<typeof Input>> = {
  name: AIM_JOB,
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId }, run) {
    const project = await loadAnyProject(platform, projectId);
    const { aim } = project;
    if (project.stage !== 'eda2' || aim === null) return { location: `/api/v2/projects/${projectId}/` };
    try {
      await run.progress(0.05, 'Reading the data');
      const lists = featureListStore(platform.db.queries);
      const list =
        (await (aim.featurelistId
          ? lists.byId(projectId, aim.featurelistId)
          : lists.byName(projectId, 'input', INFORMATIVE))) ?? undefined;
      if (list === undefined)
        throw new Problem(422, 'projects.no_such_featurelist', 'The feature list of the aim is gone.');
      const data = await projectData(platform, project, run.signal);
      const question = { aim, list, features: await featureStore(platform.db.queries).list(projectId) };
      const detections = await multiseriesStore(platform.db.queries).detections(
        projectId,
        aim.datetimePartitionColumn ?? '',
      );
      const calendar = await keepEvents(platform, project.id, aim.calendarId, run.actor);
      const planned = await withEngine(data, run.signal, (thread) =>
        aim.useTimeSeries
          ? planTime(thread, project, { ...question, detections, calendar })
          : planTable(thread, project, question),
      );
      const aimed = await withOwnChunks(platform, project, aim, planned.plan, run);
      await writeOwnChunks(platform, aimed, run);
      await run.progress(0.9, 'Starting the models');
      await begin(platform, project, aimed, planned, run.actor);
    } catch (error) {
      const limit = limitReached(run.signal, error);
      if (run.signal.aborted && limit === undefined) throw error;
      throw await rollbackAim(platform, projectId, limit ?? error, run.attempt);
    }
    return { location: `/api/v2/projects/${projectId}/` };
  },
};

/** The events as they are now: what happens to the calendar afterwards changes no model. */
async function keepEvents(
  platform: Platform,
  projectId: string,
  calendarId: string | undefined,
  actor: Actor,
): Promise<Calendar> {
  if (calendarId === undefined) return { events: [] };
  const events = await eventsForTraining({ actor, db: platform.db }, calendarId);
  const eventsKey = `${projectBlobs(projectId).prefix}events`;
  await writeBytes(platform, eventsKey, Buffer.from(JSON.stringify(events)));
  return { events, eventsKey };
}

async function begin(platform: Platform, before: ProjectRow, aim: Aim, planned: Planned, actor: Actor): Promise<void> {
  const mode = modeOf(aim);
  await platform.db.transaction(async (tx) => {
    const projects = projectStore(tx);
    await lockProject(tx, before.id);
    if (!(await projects.moveStage(before.id, 'eda2', 'modeling'))) return;
    await projects.setPlan(before.id, planned.plan, {
      target: aim.target ?? null,
      target_type: planned.targetType,
      metric: planned.metric,
      autopilot_mode: MODE_NUMBERS[mode],
    });
    await blueprintStore(tx).insert(planned.blueprints);
    await featureStore(tx).replaceModeling(before.id, planned.modelingFeatures);
    await featureStore(tx).setImportance(before.id, planned.importance);
    await multiseriesStore(tx).setSeries(before.id, planned.series);
    if (planned.lists.length > 0) await featureListStore(tx).insertOnce(planned.lists);
    if (aim.chunkDefinitionId !== undefined) await useChunks(tx, aim.chunkDefinitionId);
    const project = await lockProject(tx, before.id);
    if (project === undefined) return;
    // Incremental models are neither blended nor retrained on all rows.
    const only = aim.incrementalLearningOnlyMode ?? false;
    const incremental = incrementalSettings(aim);
    const settings = {
      blendBestModels: !only && (aim.blendBestModels ?? true),
      prepareModelForDeployment: !only && (aim.prepareModelForDeployment ?? true),
      considerBlendersInRecommendation: aim.considerBlendersInRecommendation ?? true,
      ...(incremental === undefined ? {} : { incremental }),
    };
    await startRun(platform, tx, project, { mode, list: planned.list, settings, actor });
  });
}

const LAST_ATTEMPT = 3;

/** Returns the project to stage aim, unless the job will be retried. */
async function rollbackAim(platform: Platform, projectId: string, error: unknown, attempt: number): Promise<unknown> {
  const reason = error instanceof EngineProblem ? new Problem(422, error.code, error.message) : error;
  const final = (reason instanceof Problem && reason.status < 500) || attempt >= LAST_ATTEMPT;
  if (final) {
    await platform.db.transaction(async (tx) => {
      if (await projectStore(tx).moveStage(projectId, 'eda2', 'aim')) await projectStore(tx).setAim(projectId, null);
    });
  }
  return reason;
}
