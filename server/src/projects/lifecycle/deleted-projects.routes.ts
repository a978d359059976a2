import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import {
  DeletedCount,
  DeletedCountQuery,
  DeletedProject,
  DeletedQuery,
  Message,
  Undelete,
} from './deleted-projects.schema.ts';
import { countDeleted, listDeleted, undeleteProject } from './read-projects.ts';

const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const deletedProjectRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: '/api/v2/deletedProjects/',
    operation: 'listDeletedProjects',
    summary: 'Projects that were deleted and can be recovered',
    query: DeletedQuery,
    replies: { 200: pageOf(DeletedProject) },
    handle: (ctx, { url, query }) => listDeleted(ctx, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: '/api/v2/deletedProjectsCount/',
    operation: 'countDeletedProjects',
    summary: 'How many deleted projects can be recovered',
    query: DeletedCountQuery,
    replies: { 200: DeletedCount },
    handle: (ctx, { query }) => countDeleted(ctx, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: '/api/v2/deletedProjects/{projectId}/',
    operation: 'undeleteProject',
    summary: 'Recover a deleted project',
    body: Undelete,
    replies: { 200: Message },
    handle: (ctx, { params }) => undeleteProject(ctx, params.projectId),
  }),
];
