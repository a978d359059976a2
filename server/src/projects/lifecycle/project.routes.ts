import { z } from 'zod';
import { accessControlRoutes, sharedRolesRoutes } from '#accounts';
import { READING_REFUSALS, UNREADY_RECIPE } from '#data';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../core/project/get-project.ts';
import { cloneProject, createProject } from './create-project.ts';
import * as schema from './project.schema.ts';
import * as projects from './projects.ts';

const PATH = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });
const sharing = { kind: PROJECT, path: PATH, name: 'Project', part: 'projects', added: 'v2.0' } as const;

export const projectRoutes = [
  route.get('/api/v2/projects/', 'listProjects', {
    summary: 'Your projects, newest first',
    query: schema.ProjectQuery,
    replies: { 200: z.array(schema.Project) },
    handle: (ctx, { query }) => projects.listProjects(ctx, query),
  }),
  route.get(PATH, 'getProject', {
    access: needs(PROJECT, 'read'),
    summary: 'One project',
    replies: { 200: schema.Project },
    refusals: { 404: ['projects.no_such_project'] },
    handle: (ctx, { params }) => projects.getProject(ctx, params.projectId),
  }),
  route.patch(PATH, 'changeProject', {
    access: needs(PROJECT, 'write'),
    summary: 'Rename a project, give it workers, unlock its holdout',
    body: schema.ProjectChange,
    replies: { 200: schema.Project },
    refusals: { 404: ['projects.no_such_project'] },
    handle: (ctx, { params, body }) => projects.changeProject(ctx, params.projectId, body),
  }),
  route.delete(PATH, 'deleteProject', {
    access: needs(PROJECT, 'own'),
    summary: 'Delete a project and stop its work; it can be recovered',
    replies: { 204: null },
    refusals: { 404: ['projects.no_such_project'] },
    handle: (ctx, { params }) => projects.deleteProject(ctx, params.projectId),
  }),
  route.get(`${PATH}status/`, 'getProjectStatus', {
    access: needs(PROJECT, 'read'),
    summary: 'Which stage a project is in, and whether its autopilot has finished',
    replies: { 200: schema.ProjectStatus },
    handle: (ctx, { params }) => projects.projectStatus(ctx, params.projectId),
  }),
  route.get(`${PATH}options/`, 'getProjectOptions', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the options stored for the next aim',
    replies: { 200: schema.Options },
    handle: (ctx, { params }) => projects.getOptions(ctx, params.projectId),
  }),
  route.patch(`${PATH}options/`, 'changeProjectOptions', {
    access: needs(PROJECT, 'write'),
    summary: 'Update stored options',
    body: schema.Options,
    replies: { 200: schema.Options },
    refusals: { 422: ['projects.target_chosen'] },
    handle: (ctx, { params, body }) => projects.saveOptions(ctx, params.projectId, body, 'change'),
  }),
  route.put(`${PATH}options/`, 'replaceProjectOptions', {
    access: needs(PROJECT, 'write'),
    summary: 'Replace stored options',
    body: schema.Options,
    replies: { 200: schema.Options },
    refusals: { 422: ['projects.target_chosen'] },
    handle: (ctx, { params, body }) => projects.saveOptions(ctx, params.projectId, body, 'replace'),
  }),
  ...accessControlRoutes(sharing),
  ...sharedRolesRoutes(sharing),
];

export const createRoutes = [
  route.post('/api/v2/projects/', 'createProject', {
    summary: 'Create a project from an uploaded file, a URL, a dataset or a recipe',
    takes: 'form',
    body: schema.NewProject,
    replies: { 202: schema.ProjectBegun },
    refusals: { ...READING_REFUSALS, 422: [...READING_REFUSALS[422], ...UNREADY_RECIPE] },
    handle: (ctx, { body, form }) => createProject(ctx, body, form),
  }),
  route.post('/api/v2/projectClones/', 'cloneProject', {
    access: needs(PROJECT, 'use', null),
    summary: 'Clone a project: same data, no target',
    body: schema.Clone,
    replies: { 202: schema.ProjectBegun },
    refusals: { 403: ['sharing.role_too_small'], 404: ['sharing.no_such_thing'] },
    handle: (ctx, { body }) => cloneProject(ctx, body),
  }),
];

export const deletedProjectRoutes = [
  route.get('/api/v2/deletedProjects/', 'listDeletedProjects', {
    summary: 'Projects that were deleted and can be recovered',
    query: schema.DeletedQuery,
    replies: { 200: pageOf(schema.DeletedProject) },
    handle: (ctx, { url, query }) => projects.listDeleted(ctx, url, query),
  }),
  route.get('/api/v2/deletedProjectsCount/', 'countDeletedProjects', {
    summary: 'How many deleted projects can be recovered',
    query: schema.DeletedCountQuery,
    replies: { 200: schema.DeletedCount },
    handle: (ctx, { query }) => projects.countDeleted(ctx, query),
  }),
  route.patch('/api/v2/deletedProjects/{projectId}/', 'undeleteProject', {
    access: needs(PROJECT, 'own'),
    summary: 'Recover a deleted project',
    body: schema.Undelete,
    replies: { 200: schema.Message },
    refusals: { 404: ['projects.not_deleted'] },
    handle: (ctx, { params }) => projects.undeleteProject(ctx, params.projectId),
  }),
];
