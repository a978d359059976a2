import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { Citation, MetadataFilter } from '../answers/answer.schema.ts';
import { VectorDatabaseSettings } from '../llm-blueprints/blueprint.schema.ts';
import { retrieve } from './retrieve.ts';

const LONGEST_MS = 60_000;

export const Search = z.strictObject({
  query: z.string().min(1).max(100_000),
  vectorDatabaseSettings: VectorDatabaseSettings.nullish(),
  metadataFilter: MetadataFilter.nullish(),
});

export const Found = z.strictObject({ citations: z.array(Citation) });

/** What a prompt would be given to answer from; the caller sees what they may read. */
export async function searchVectorDatabase(
  ctx: Ctx,
  vectorDatabaseId: string,
  { query, vectorDatabaseSettings, metadataFilter }: z.output<typeof Search>,
): Promise<z.infer<typeof Found>> {
  const citations = await retrieve(ctx, {
    vectorDatabaseId,
    query,
    settings: vectorDatabaseSettings ?? null,
    metadataFilter: metadataFilter ?? null,
    signal: AbortSignal.any([AbortSignal.timeout(LONGEST_MS), ...(ctx.gone ? [ctx.gone] : [])]),
  });
  return { citations: citations.map((one) => ({ ...one, metadata: one.metadata && { ...one.metadata } })) };
}
