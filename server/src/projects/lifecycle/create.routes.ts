import { route } from '#platform/http/route.ts';
import { cloneProject, createProject } from './create-project.ts';
import { Clone, NewProject, ProjectBegun } from './project.schema.ts';

const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const createRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: '/api/v2/projects/',
    operation: 'createProject',
    summary: 'Make a project from an uploaded file, an address, a dataset or a recipe',
    takes: 'form',
    body: NewProject,
    replies: { 202: ProjectBegun },
    handle: (ctx, { body, form }) => createProject(ctx, body, form),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: '/api/v2/projectClones/',
    operation: 'cloneProject',
    summary: 'Make a project on the same data, without a target',
    body: Clone,
    replies: { 202: ProjectBegun },
    handle: (ctx, { body }) => cloneProject(ctx, body),
  }),
];
