import { z } from 'zod';
import { refuse } from '#platform/http/problem.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { FeatureListProblems } from '../../core/features/feature-list.problems.ts';
import { featureListStore } from '../../core/features/feature-list.store.ts';
import { loadAnyProject } from '../../core/project/get-project.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { projectBlobs } from '../../engine/project-blobs.ts';
import { projectData } from '../../engine/project-data.ts';
import { writeLines } from '../line-file.ts';

const Input = z.strictObject({ projectId: z.string(), featurelistId: z.string() });

/** Most features of one matrix: pairs are many. */
const MOST_FEATURES = 50;

export const associationKey = (projectId: string, featurelistId: string): string =>
  `${projectBlobs(projectId).prefix}associations/${featurelistId}`;

export const associationJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.associations',
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, featurelistId }, run) {
    const project = await loadAnyProject(platform, projectId);
    const list = await featureListStore(platform.db.queries).byId(projectId, featurelistId);
    if (list === undefined) return refuse(FeatureListProblems.noSuchList, featurelistId);
    const importance = new Map(
      (await featureStore(platform.db.queries).list(projectId)).map((row) => [row.name, row.importance ?? 0]),
    );
    const names = [...list.features]
      .sort((a, b) => (importance.get(b) ?? 0) - (importance.get(a) ?? 0))
      .slice(0, MOST_FEATURES);
    const data = await projectData(platform, project, run.signal);
    const pairs = await withEngine(data, run.signal, (thread) => thread.ask('associations', { names }));
    await writeLines(platform, associationKey(projectId, featurelistId), pairs);
    return { location: `/api/v2/projects/${projectId}/featureAssociationMatrix/?featurelistId=${featurelistId}` };
  },
};
