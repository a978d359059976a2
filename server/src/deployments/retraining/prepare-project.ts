import { refuse } from '#platform/http/problem.ts';
import { copyAim, createProject, listProjects } from '#projects';
import type { Moment } from './advance-run.ts';
import { aimFor, aimOfBundle } from './champion-aim.rules.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import { savedSettings } from './retraining-settings.ts';

const NO_FORM = { fields: {}, files: [] };

/** A project that bears the run's id: made once, also when the process died before that was noted. */
export async function createdProject({ ctx, run, deployment, policy }: Moment): Promise<string> {
  const [known] = await listProjects(ctx, { offset: 0, limit: 1, projectName: `(${run.id})` });
  if (known !== undefined) return known.id;
  const { datasetId } = savedSettings(deployment);
  if (datasetId === undefined) return refuse(RetrainingProblems.noDataset, deployment.id);
  const { useCaseId } = policy.definition;
  const projectName = `${deployment.label.slice(0, 200)}: ${policy.name.slice(0, 200)} (${run.id})`;
  const reply = await createProject(ctx, { projectName, datasetId, ...(useCaseId ? { useCaseId } : {}) }, NO_FORM);
  return (reply.body as { readonly pid: string }).pid;
}

/** From fresh data to a target that was set as the champion's was. True once it was. */
export async function prepareProject({ ctx, run, policy, champion, recipe }: Moment): Promise<boolean> {
  const { bundle } = champion;
  const before = recipe.aim ?? (bundle === null ? refuse(RetrainingProblems.noRecipe) : aimOfBundle(bundle));
  const aim = aimFor(before, policy.definition);
  // Models of time series learn from what is derived of all columns.
  const same = policy.definition.featureListStrategy === 'same_as_champion' && bundle?.plan.kind === 'table';
  const learned = same ? bundle.columns.filter(({ needed }) => needed).map(({ name }) => name) : [];
  const target = aim.target === undefined ? [] : [aim.target];
  const features = learned.length > 0 ? [...learned, ...target] : undefined;
  return copyAim(ctx, run.project_id ?? '', { aim, ...(features ? { features } : {}) });
}
