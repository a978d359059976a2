import type { DerivedFeature, Transform } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { type FeatureRow, featureStore } from '../../core/features/feature.store.ts';
import { getProjectOrThrow, PROJECT, ProjectProblems } from '../../core/project/get-project.ts';
import type { BatchTypeTransform, TypeTransform } from './feature.schema.ts';
import { FeatureProblems } from './read-features.ts';
import { transformJob } from './transform.job.ts';

type One = z.output<typeof TypeTransform>;

/** A new feature with the values of another one, read as another type. */
export async function transformFeature(ctx: Ctx, projectId: string, input: One): Promise<Reply> {
  const features = await transformable(ctx, projectId);
  return begin(ctx, projectId, [derivedFrom(features, input)]);
}

export async function transformFeatures(
  ctx: Ctx,
  projectId: string,
  input: z.output<typeof BatchTypeTransform>,
): Promise<Reply> {
  const features = await transformable(ctx, projectId);
  const { parentNames, variableType, prefix, suffix } = input;
  if (!prefix && !suffix) refuse(FeatureProblems.noNewName);
  const each = parentNames.map((parentName) => ({
    name: `${prefix ?? ''}${parentName}${suffix ?? ''}`,
    parentName,
    variableType,
  }));
  return begin(
    ctx,
    projectId,
    each.map((one) => derivedFrom(features, one)),
  );
}

/** Features are made before a target is set: what models see is decided then. */
async function transformable(ctx: Ctx, projectId: string): Promise<ReadonlyMap<string, FeatureRow>> {
  const project = await getProjectOrThrow(ctx, projectId, 'write');
  if (project.stage === 'eda') refuse(ProjectProblems.stillReading);
  if (project.stage !== 'aim') refuse(ProjectProblems.targetChosen, project.stage);
  return new Map((await featureStore(ctx.db.queries).list(projectId)).map((row) => [row.name, row]));
}

function derivedFrom(
  features: ReadonlyMap<string, FeatureRow>,
  input: Pick<One, 'name' | 'parentName' | 'variableType'> & Partial<One>,
): DerivedFeature {
  const parent = features.get(input.parentName) ?? refuse(FeatureProblems.noSuchFeature, input.parentName);
  if (features.has(input.name)) refuse(FeatureProblems.nameTaken, input.name);
  if (input.dateExtraction && parent.feature_type !== 'Date')
    refuse(FeatureProblems.notADate, parent.name, parent.feature_type);
  return { name: input.name, parent: parent.name, transform: transformOf(input) };
}

function transformOf({
  variableType,
  replacement,
  dateExtraction,
}: Pick<One, 'variableType'> & Partial<One>): Transform {
  if (dateExtraction) return { kind: 'date part', part: dateExtraction };
  if (variableType === 'text') return { kind: 'text' };
  if (variableType === 'numeric')
    return {
      kind: 'number',
      replacement: replacement === undefined || replacement === null ? null : Number(replacement),
    };
  const text = replacement === undefined || replacement === null ? null : String(replacement);
  return { kind: 'category', replacement: text, wholeNumbers: variableType === 'categoricalInt' };
}

async function begin(ctx: Ctx, projectId: string, derived: readonly DerivedFeature[]): Promise<Reply> {
  const options = {
    actor: ctx.actor,
    description: 'Transforming features',
    about: { type: PROJECT.type, id: projectId },
  };
  const input = { projectId, derived: derived.map((one) => ({ ...one })) };
  return accepted(await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, transformJob, input, options)));
}

/** Of the names in the address, those that are features now. */
export async function batchResult(ctx: Ctx, projectId: string, names: readonly string[]) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const known = new Set((await featureStore(ctx.db.queries).list(projectId)).map(({ name }) => name));
  return { failures: {}, newFeatureNames: names.filter((name) => known.has(name)) };
}
