import { z } from 'zod';
import { accessControlRoutes, sharedRolesRoutes } from '#accounts';
import { route } from '#platform/http/route.ts';
import { PROJECT } from '../core/project/get-project.ts';
import { Options, Project, ProjectChange, ProjectQuery, ProjectStatus } from './project.schema.ts';
import {
  changeProject,
  deleteProject,
  getOptions,
  getProject,
  listProjects,
  projectStatus,
  saveOptions,
} from './read-projects.ts';

const PATH = '/api/v2/projects/{projectId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;
const sharing = { kind: PROJECT, path: PATH, name: 'Project', part: 'projects', added: 'v2.0' } as const;

export const projectRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: '/api/v2/projects/',
    operation: 'listProjects',
    summary: 'Your projects, newest first',
    query: ProjectQuery,
    replies: { 200: z.array(Project) },
    handle: (ctx, { query }) => listProjects(ctx, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: PATH,
    operation: 'getProject',
    summary: 'One project',
    replies: { 200: Project },
    handle: (ctx, { params }) => getProject(ctx, params.projectId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: PATH,
    operation: 'changeProject',
    summary: 'Rename a project, give it workers, unlock its holdout',
    body: ProjectChange,
    replies: { 200: Project },
    handle: (ctx, { params, body }) => changeProject(ctx, params.projectId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'DELETE',
    path: PATH,
    operation: 'deleteProject',
    summary: 'Delete a project and stop its work; it can be recovered',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteProject(ctx, params.projectId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}status/`,
    operation: 'getProjectStatus',
    summary: 'Which stage a project is in, and whether its autopilot has finished',
    replies: { 200: ProjectStatus },
    handle: (ctx, { params }) => projectStatus(ctx, params.projectId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}options/`,
    operation: 'getProjectOptions',
    summary: 'Options put aside for the next aim',
    replies: { 200: Options },
    handle: (ctx, { params }) => getOptions(ctx, params.projectId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: `${PATH}options/`,
    operation: 'changeProjectOptions',
    summary: 'Put options aside, keeping the others',
    body: Options,
    replies: { 200: Options },
    handle: (ctx, { params, body }) => saveOptions(ctx, params.projectId, body, 'change'),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PUT',
    path: `${PATH}options/`,
    operation: 'replaceProjectOptions',
    summary: 'Put options aside instead of those that were',
    body: Options,
    replies: { 200: Options },
    handle: (ctx, { params, body }) => saveOptions(ctx, params.projectId, body, 'replace'),
  }),
  ...accessControlRoutes(sharing),
  ...sharedRolesRoutes(sharing),
];
