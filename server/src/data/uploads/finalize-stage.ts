import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { StageProblems } from './stage.problems.ts';
import { expiryFrom, missingParts } from './stage.rules.ts';
import { stageStore } from './stage.store.ts';

/** Said twice, it is answered twice the same. */
export async function finalizeStage(ctx: Ctx, id: string) {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const stages = stageStore(tx);
    const stage = (await stages.lock(ctx.actor, id, now)) ?? refuse(StageProblems.noSuchStage, id);
    const parts = await stages.parts(id);
    if (parts.length === 0) refuse(StageProblems.noParts, id);
    const missing = missingParts(parts.map(({ number }) => number));
    if (missing.length > 0) refuse(StageProblems.partsMissing, missing);
    await stages.change(id, { finalized_at: stage.finalized_at ?? now, expires_at: expiryFrom(now) });
    return { parts: parts.map(({ number, bytes }) => ({ number, size: bytes })) };
  });
}
