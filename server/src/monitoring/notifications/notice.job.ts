import { z } from 'zod';
import { watchedDeployment } from '#deployments';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { deliveryStore } from './delivery.store.ts';
import { noticeNews } from './notice-news.ts';
import { policyStore } from './policy.store.ts';
import { forgetTold, toldOf } from './seen-lamp.store.ts';

const KEPT_DAYS = 90;

interface Input {
  readonly organizationId: string;
  readonly deploymentId: string;
}

/** Looks at a deployment that somebody wants news of; comes back until nobody does. */
export const noticeJob: JobKind<Input> = {
  name: 'monitoring.notice-news',
  input: z.strictObject({ organizationId: z.string(), deploymentId: z.string() }),
  lane: 'light',
  limits: 'light',
  retries: 0,
  async run(platform, { organizationId, deploymentId }, { actor }) {
    const { db, now } = platform;
    const deployment = await watchedDeployment(platform, deploymentId);
    const policies = await policyStore(db.queries).of(organizationId, deploymentId);
    const isOurs = deployment?.organization_id === organizationId;
    if (!isOurs || !policies.some(({ active }) => active)) {
      await db.transaction(async (tx) => {
        // Held, and asked again: whoever makes a policy at this moment is either seen here or schedules anew after us.
        await toldOf(tx, organizationId, deploymentId);
        const meanwhile = await policyStore(tx).of(organizationId, deploymentId);
        if (isOurs && meanwhile.some(({ active }) => active)) return;
        await unscheduleWork(tx, noticeJob, deploymentId);
        await forgetTold(tx, organizationId, deploymentId);
      });
      return undefined;
    }
    await noticeNews(platform, deployment, policies, actor);
    const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
    await deliveryStore(db.queries).forgetBefore(organizationId, deploymentId, before);
    return undefined;
  },
};
