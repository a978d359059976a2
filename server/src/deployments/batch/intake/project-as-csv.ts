import type { Readable } from 'node:stream';
import { type CsvStyle, versionAsCsv, versionForReading } from '#data';
import type { Ctx, Platform } from '#platform/context.ts';
import { versionOfProject } from '#projects';
import type { Intake } from '../jobs/intake.schema.ts';

type ProjectIntake = Extract<Intake, { readonly type: 'dss' }>;

/** The rows a project learned from, or of a dataset named beside it. */
export async function projectAsCsv(
  ctx: Platform & Pick<Ctx, 'actor'>,
  { projectId, datasetId }: ProjectIntake,
  style: CsvStyle,
  lending: { readonly signal: AbortSignal; take(file: Readable): Promise<void> },
): Promise<void> {
  const versionId = datasetId
    ? (await versionForReading(ctx, { datasetId })).id
    : await versionOfProject(ctx, projectId);
  await versionAsCsv(ctx, versionId, style, lending);
}
