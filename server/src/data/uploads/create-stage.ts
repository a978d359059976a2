import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { expiryFrom } from './stage.rules.ts';
import type { StageCreate } from './stage.schema.ts';
import { stageStore } from './stage.store.ts';
import { sweepStages } from './sweep-stages.ts';

/** Everybody with an account may send files in parts; only they see theirs. */
export async function createStage(ctx: Ctx, { filename }: z.output<typeof StageCreate>): Promise<Reply> {
  const { actor } = ctx;
  const now = ctx.now();
  const id = newId(now);
  const expires = expiryFrom(now);
  await ctx.db.transaction(async (tx) => {
    await stageStore(tx).insert({
      id,
      organization_id: actor.organizationId,
      owner_id: actor.userId,
      filename,
      created_at: now,
      finalized_at: null,
      expires_at: expires,
    });
    if ((await stageStore(tx).expired(now)).length > 0) {
      await ctx.jobs.enqueue(tx, sweepStages, {}, { actor, description: 'Removing data stages nobody used' });
    }
  });
  return answer(201, { body: { id, filename, expiresAt: expires.toISOString() } });
}
