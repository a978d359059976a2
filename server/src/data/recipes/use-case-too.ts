import { accessTo, USE_CASE } from '#accounts';
import type { Ctx } from '#platform/context.ts';

/** What is made of a recipe lies in the same use case, when the caller may put it there. */
export async function useCaseToo(ctx: Ctx, id: string | null): Promise<string | null> {
  const access = id === null ? undefined : await accessTo(ctx, { kind: USE_CASE, id });
  return access?.role === 'OWNER' || access?.role === 'EDITOR' ? id : null;
}
