import { route } from '#platform/http/route.ts';
import { ReplayBody, Replayed } from './replay.schema.ts';
import { replayQuota } from './replay-quota.ts';

export const replayRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/quotas/{quotaId}/replay/',
    operation: 'replayQuota',
    part: 'quotas',
    summary: 'What a quota would have refused yesterday, had it been changed like this; nothing is changed',
    history: { added: 'v2.43' },
    access: 'account',
    body: ReplayBody,
    replies: { 200: Replayed },
    handle: (ctx, { params, body }) => replayQuota(ctx, params.quotaId, body),
  }),
];
