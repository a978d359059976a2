import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { AimBody } from '../../core/project/aim.schema.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { setAim } from './aim.ts';

const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const aimRoutes = [
  route.patch('/api/v2/projects/{projectId}/aim/', 'setAim', {
    access: needs(PROJECT, 'write'),
    summary: 'Set the target of a project and start modeling',
    body: AimBody,
    replies: { 202: z.strictObject({ statusId: z.string() }) },
    refusals: { 403: ['projects.incremental_not_enabled'], 422: ['projects.aim_not_now', 'projects.still_detecting'] },
    handle: (ctx, { params, body }) => setAim(ctx, params.projectId, body),
  }),
];
