import { accessTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { DEPLOYMENT } from './deployment.kind.ts';

/** A deployment in a refusal: by its label to those who may see it, and not by name to anybody else. */
export async function namedHolder(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  { id, label }: { readonly id: string; readonly label: string },
): Promise<string> {
  const access = await accessTo(ctx, { kind: DEPLOYMENT, id });
  return access === undefined ? 'a deployment that is not shared with you' : `the deployment "${label}"`;
}
