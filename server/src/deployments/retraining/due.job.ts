import { z } from 'zod';
import type { JobKind } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { anyDeployment } from '../records/deployment.store.ts';
import { beginRun } from './begin-run.ts';
import { policyStore } from './policy.store.ts';

const Input = z.strictObject({ policyId: z.string() });

/** A policy's time has come. One whose last run still goes on waits for its next time. */
export const dueJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.retraining-due',
  input: Input,
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run(platform, { policyId }, { actor }) {
    const policy = await policyStore(platform.db.queries).byId(actor.organizationId, policyId);
    const deployment = policy && (await anyDeployment(platform.db.queries, policy.deployment_id));
    if (policy === undefined || deployment === undefined) return undefined;
    await beginRun(platform, deployment, policy, { actor, why: 'schedule' }).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'retraining.running') return undefined;
      throw error;
    });
    return undefined;
  },
};
