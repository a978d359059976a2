import { route } from '#platform/http/route.ts';
import { Command, Message, NewAutopilot, Nothing, Prepare } from './autopilot.schema.ts';
import { commandAutopilot, prepareForDeployment, startAutopilot } from './control.ts';

const PATH = '/api/v2/projects/{projectId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const autopilotRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${PATH}autopilot/`,
    operation: 'commandAutopilot',
    summary: 'Pause or resume the autopilot',
    body: Command,
    replies: { 202: Nothing },
    handle: (ctx, { params, body }) => commandAutopilot(ctx, params.projectId, body.command),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${PATH}autopilots/`,
    operation: 'startAutopilot',
    summary: 'Run the autopilot on another feature list',
    body: NewAutopilot,
    replies: { 201: Nothing },
    handle: (ctx, { params, body }) => startAutopilot(ctx, params.projectId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${PATH}deploymentReadyModels/`,
    operation: 'prepareModelForDeployment',
    summary: 'Retrain a model on all data, for deployment',
    body: Prepare,
    replies: { 201: Message },
    handle: (ctx, { params, body }) => prepareForDeployment(ctx, params.projectId, body.modelId),
  }),
];
