import type { z } from 'zod';
import { insideUseCases } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { getEnvironmentOrThrow } from '../environments/environment.kind.ts';
import type { versionFilters } from './package.schema.ts';
import { MODEL_VERSION } from './registered-model.kind.ts';
import { getPackageOrThrow } from './the-package.ts';
import type { VersionFilter } from './version-filter.store.ts';

type Asked = { readonly [Key in keyof typeof versionFilters]?: z.output<(typeof versionFilters)[Key]> } & {
  readonly similarTo?: string | undefined;
};

const TYPES: Readonly<Record<string, string>> = { datarobot: 'dedicated', externalModel: 'external' };
const typesOf = (formats: readonly string[]): string[] =>
  formats.flatMap((format) => (TYPES[format] === undefined ? [] : [TYPES[format]]));

/** Looks up what a list of versions is to be compared with. */
export async function versionFilter(ctx: Ctx, asked: Asked): Promise<VersionFilter> {
  const likeId = asked.compatibleWithModelPackageId ?? asked.similarTo;
  const like = likeId === undefined ? undefined : (await getPackageOrThrow(ctx, likeId, 'read')).row;
  const place =
    asked.predictionEnvironmentId === undefined
      ? undefined
      : (await getEnvironmentOrThrow(ctx, asked.predictionEnvironmentId, 'read')).row;
  const limits: string[][] = [];
  if (place !== undefined) limits.push(typesOf(place.supported_model_formats));
  if (asked.modelKind !== undefined) limits.push(typesOf([asked.modelKind]));
  // A challenger is asked here, so it has to answer here.
  if (asked.forChallenger === true) limits.push(['dedicated']);
  const [first, ...others] = limits;
  return {
    modelId: asked.modelId ?? asked.compatibleWithLeaderboardModelId,
    targetName: asked.targetName,
    targetType: asked.targetType,
    predictionThreshold: asked.predictionThreshold,
    imported: asked.imported,
    buildStatus: asked.buildStatus,
    tags: asked.tags,
    like,
    executionTypes: first?.filter((type) => others.every((types) => types.includes(type))),
    inside: asked.useCaseId === undefined ? undefined : insideUseCases(ctx, MODEL_VERSION, [asked.useCaseId]),
  };
}
