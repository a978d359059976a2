import { randomBytes } from 'node:crypto';
import { type Answer, type CallOptions, call } from '../support/call.ts';

export const PATH = '/api/v2/quotas/';
export const anId = (): string => randomBytes(12).toString('hex');
export const REQUESTS = { rule: 'requests', limit: 300, window: 'min' };

export const post = (body: object, options: CallOptions = {}): Promise<Answer> =>
  call('POST', PATH, {
    ...options,
    json: { resourceId: anId(), resourceType: 'deployment', defaultRules: [REQUESTS], ...body },
  });

/** The address of a fresh quota. */
export async function aQuota(body: object = {}, options: CallOptions = {}): Promise<string> {
  const made = await post(body, options);
  if (made.status !== 200) throw new Error(`No quota could be made: ${made.status} ${made.text}`);
  return `${PATH}${made.body.id}/`;
}

/** A fresh workload: what people who administer nothing set quotas for. */
export async function aWorkload(options: CallOptions = {}): Promise<string> {
  const made = await call('POST', '/api/v2/workloads/', {
    ...options,
    json: { name: 'Limited', address: 'http://127.0.0.2:9/' },
  });
  if (made.status !== 201) throw new Error(`No workload could be made: ${made.status} ${made.text}`);
  return made.body.id;
}

/** JSON by hand: no number of JavaScript can carry these digits. */
export const postLimit = (limit: string): Promise<Answer> =>
  call('POST', PATH, {
    headers: { 'content-type': 'application/json' },
    body: `{"resourceId":"${anId()}","resourceType":"workload","defaultRules":[{"limit":${limit},"rule":"token"}]}`,
  });
