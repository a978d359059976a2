import { type Column, column, DATE_PARTS, type DerivedFeature, type Transform, transformColumn } from '@almanac/engine';
import { z } from 'zod';
import type { Ctx, JobKind } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import {
  type FeatureProfile,
  type FeatureRow,
  featureStore,
  type NewFeature,
  UNMEASURED,
} from '../../core/features/feature.store.ts';
import { getProjectOrThrow, loadAnyProject, PROJECT, ProjectProblems } from '../../core/project/get-project.ts';
import { byFrequency, countValues } from '../../engine/arrays.ts';
import { projectData } from '../../engine/project-data.ts';
import { textsOf } from '../../engine/table-problem.ts';
import type { BatchTypeTransform, TypeTransform } from './feature.schema.ts';
import { FeatureProblems } from './features.ts';

type One = z.output<typeof TypeTransform>;

/** A new feature with the values of another one, read as another type. */
export async function transformFeature(ctx: Ctx, projectId: string, input: One): Promise<Reply> {
  const features = await transformable(ctx, projectId);
  return begin(ctx, projectId, [derivedFrom(features, input)]);
}

export async function transformFeatures(ctx: Ctx, projectId: string, input: BatchTypeTransform): Promise<Reply> {
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

interface Transformable {
  readonly features: ReadonlyMap<string, FeatureRow>;
  /** The target, and other columns that models never see. */
  readonly hidden: readonly string[];
}

/** Once a target is set, new feature lists may name them; a time series decides then what it derives from. */
async function transformable(ctx: Ctx, projectId: string): Promise<Transformable> {
  const { stage, plan } = await getProjectOrThrow(ctx, projectId, 'write');
  if (stage === 'eda') refuse(ProjectProblems.stillReading);
  if (stage !== 'aim' && plan?.kind !== 'table') refuse(ProjectProblems.targetChosen, stage);
  const features = new Map((await featureStore(ctx.db.queries).list(projectId)).map((row) => [row.name, row]));
  return { features, hidden: plan?.kind === 'table' ? plan.ignore : [] };
}

function derivedFrom(
  { features, hidden }: Transformable,
  input: Pick<One, 'name' | 'parentName' | 'variableType'> & Partial<One>,
): DerivedFeature {
  const parent = features.get(input.parentName) ?? refuse(FeatureProblems.noSuchFeature, input.parentName);
  if (hidden.includes(parent.name))
    throw invalidFields({ parentName: `Models may not see "${parent.name}", nor what is made of it` });
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

const TransformInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text') }),
  z.strictObject({ kind: z.literal('category'), replacement: z.string().nullable(), wholeNumbers: z.boolean() }),
  z.strictObject({ kind: z.literal('number'), replacement: z.number().nullable() }),
  z.strictObject({ kind: z.literal('date part'), part: z.enum(DATE_PARTS) }),
]);
const Input = z.strictObject({
  projectId: z.string(),
  derived: z.array(z.strictObject({ name: z.string(), parent: z.string(), transform: TransformInput })),
});

const MOST_BARS = 60;
const TYPES = { text: 'Text', category: 'Categorical', number: 'Numeric', 'date part': 'Categorical' } as const;

/** Derives the features once to profile them; models derive them from their parents. */
export const transformJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.transform',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, { projectId, derived }, run) {
    const project = await loadAnyProject(platform, projectId);
    const table = await (await projectData(platform, project, run.signal)).load();
    const store = featureStore(platform.db.queries);
    const next = await store.nextNumber(projectId);
    const features = derived.map(({ name, parent, transform }, i): NewFeature => {
      const made = transformColumn(column(table, parent), name, transform);
      const featureType = TYPES[transform.kind];
      return {
        number: next + i,
        name,
        featureType,
        profile: profileColumn(made, table.rows),
        transform,
        parents: [parent],
      };
    });
    await store.insert(projectId, features);
    if (project.plan?.kind === 'table') await store.insertModeling(projectId, features);
    const names = derived.map(({ name }) => name);
    return { location: `/api/v2/projects/${projectId}/${placeOf(names, run.jobId)}` };
  },
};

/** One feature is shown itself; for several, their names. */
function placeOf(names: readonly string[], jobId: string): string {
  const [first = ''] = names;
  if (names.length === 1) return `features/${encodeURIComponent(first)}/`;
  const query = new URLSearchParams(names.map((name): [string, string] => ['newFeatureNames', name]));
  return `batchTypeTransformFeaturesResult/${jobId}/?${query}`;
}

function profileColumn(source: Column, rowCount: number): FeatureProfile {
  const text = textsOf(source);
  const values = Array.from({ length: rowCount }, (_, row) => text(row));
  const counts = countValues(values);
  const naCount = values.filter((value) => value === null).length;
  const plot = byFrequency(counts)
    .slice(0, MOST_BARS)
    .map((label) => ({ label, count: counts.get(label) ?? 0 }));
  const base = { ...UNMEASURED, rowCount, naCount, uniqueCount: counts.size, lowInformation: counts.size < 2, plot };
  return source.kind === 'numeric' ? { ...base, ...numbers(source.values) } : base;
}

function numbers(values: Float64Array): Pick<FeatureProfile, 'min' | 'max' | 'mean' | 'median' | 'stdDev'> {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const count = known.length;
  if (count === 0) return { min: null, max: null, mean: null, median: null, stdDev: null };
  const mean = known.reduce((sum, value) => sum + value / count, 0);
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2 / count, 0);
  const middle = ((known[(count - 1) >> 1] as number) + (known[count >> 1] as number)) / 2;
  return {
    min: known[0] as number,
    max: known[count - 1] as number,
    mean,
    median: middle,
    stdDev: Math.sqrt(variance),
  };
}
