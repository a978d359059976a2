import { accessTo, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';

/** CONSUMER predicts and looks; USER also changes settings and sends actuals; OWNER does everything. */
export const DEPLOYMENT: SharedKind = {
  type: 'deployment',
  title: 'deployment',
  listedAt: 'deployments/',
  brief: true,
  roles: {
    takes: { OWNER: 'OWNER', USER: 'EDITOR', CONSUMER: 'CONSUMER' },
    tells: { OWNER: 'OWNER', EDITOR: 'USER', CONSUMER: 'CONSUMER', OBSERVER: 'CONSUMER' },
  },
};

/** A deployment in a refusal: by its label to those who may see it, and not by name to anybody else. */
export async function describeDeployment(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  { id, label }: { readonly id: string; readonly label: string },
): Promise<string> {
  const access = await accessTo(ctx, { kind: DEPLOYMENT, id });
  return access === undefined ? 'a deployment that is not shared with you' : `the deployment "${label}"`;
}
