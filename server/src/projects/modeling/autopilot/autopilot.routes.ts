import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { Command, Message, NewAutopilot, Nothing, Prepare } from './autopilot.schema.ts';
import { commandAutopilot, prepareForDeployment, startAutopilot } from './control.ts';

const PATH = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0', access: needs(PROJECT, 'write') });

export const autopilotRoutes = [
  route.post(`${PATH}autopilot/`, 'commandAutopilot', {
    summary: 'Pause or resume the autopilot',
    body: Command,
    replies: { 202: Nothing },
    refusals: { 422: ['projects.autopilot_not_running', 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => commandAutopilot(ctx, params.projectId, body.command),
  }),
  route.post(`${PATH}autopilots/`, 'startAutopilot', {
    summary: 'Run the autopilot on another feature list',
    body: NewAutopilot,
    replies: { 201: Nothing },
    refusals: { 404: ['projects.no_such_featurelist'], 422: ['projects.autopilot_ran', 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => startAutopilot(ctx, params.projectId, body),
  }),
  route.post(`${PATH}deploymentReadyModels/`, 'prepareModelForDeployment', {
    summary: 'Retrain a model on all data, for deployment',
    body: Prepare,
    replies: { 201: Message },
    refusals: {
      404: ['projects.no_such_model'],
      422: ['projects.incremental_ready', 'projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => prepareForDeployment(ctx, params.projectId, body.modelId),
  }),
];
