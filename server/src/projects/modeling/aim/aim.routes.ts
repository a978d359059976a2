import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { AimBody } from '../../core/project/aim.schema.ts';
import { setAim } from './aim.ts';

const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const aimRoutes = [
  route.patch('/api/v2/projects/{projectId}/aim/', 'setAim', {
    summary: 'Set the target of a project and start modeling',
    body: AimBody,
    replies: { 202: z.strictObject({ statusId: z.string() }) },
    handle: (ctx, { params, body }) => setAim(ctx, params.projectId, body),
  }),
];
