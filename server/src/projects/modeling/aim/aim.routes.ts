import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { AimBody } from '../../core/project/aim.schema.ts';
import { setAim } from './aim.ts';

export const aimRoutes = [
  route({
    part: 'projects',
    history: { added: 'v2.0' },
    access: 'account',
    method: 'PATCH',
    path: '/api/v2/projects/{projectId}/aim/',
    operation: 'setAim',
    summary: 'Set the target of a project and start modeling',
    body: AimBody,
    replies: { 202: z.strictObject({ statusId: z.string() }) },
    handle: (ctx, { params, body }) => setAim(ctx, params.projectId, body),
  }),
];
