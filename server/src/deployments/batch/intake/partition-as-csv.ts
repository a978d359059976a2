import type { Readable } from 'node:stream';
import { type CsvStyle, versionAsCsv } from '#data';
import type { Ctx, Platform } from '#platform/context.ts';
import { versionOfProject } from '#projects';
import type { Intake } from '../jobs/intake.schema.ts';

type ProjectIntake = Extract<Intake, { readonly type: 'dss' }>;

/** The rows a project learned from. */
export async function partitionAsCsv(
  ctx: Platform & Pick<Ctx, 'actor'>,
  { projectId }: ProjectIntake,
  style: CsvStyle,
  lending: { readonly signal: AbortSignal; take(file: Readable): Promise<void> },
): Promise<void> {
  await versionAsCsv(ctx, await versionOfProject(ctx, projectId), style, lending);
}
