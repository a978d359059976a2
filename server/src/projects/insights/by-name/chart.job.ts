import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { modelStore } from '../../core/models/model.store.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { drawSource } from '../charts/draw-charts.ts';
import { scoredParts } from '../model-parts.ts';
import { sourceNamed } from '../sources.rules.ts';

const Input = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  name: z.enum(['liftChart', 'rocCurve', 'residuals', 'confusionMatrix']),
  source: z.string(),
});

/** Charts are drawn when they are read. Who asks for one to be made first is told whether it can be. */
export const chartJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.chart',
  input: Input,
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run(platform, { projectId, modelId, name, source }, { signal }) {
    const { project, plan } = await loadProject(platform, projectId);
    const model = await modelStore(platform.db.queries).byId(projectId, modelId);
    const found = sourceNamed(plan, source);
    if (model !== undefined && found !== undefined) {
      const scored = { project, plan, model, parts: await scoredParts(platform, model) };
      await drawSource(platform, scored, found, name, signal);
    }
    return { location: `/api/v2/insights/${name}/models/${modelId}/?source=${encodeURIComponent(source)}` };
  },
};
