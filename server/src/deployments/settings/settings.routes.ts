import { type RouteRecord, route } from '#platform/http/route.ts';
import { ReplaySettings, ReplaySettingsChange } from '../challengers/challenger.schema.ts';
import { changeReplaySettings, getReplaySettings } from '../challengers/replay-requests.ts';
import { HealthSettings, HealthSettingsChange, Settings, SettingsChange } from './settings.schema.ts';
import {
  changeHealthSettings,
  changeSettings,
  getDefaultHealthSettings,
  getHealthSettings,
  getSettings,
} from './settings.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const kept = { part: 'deployments', history: { added: 'v2.18' } } as const;
const health = { part: 'deployments', history: { added: 'v2.33' } } as const;

export const settingsRoutes: readonly RouteRecord[] = [
  route({
    ...kept,
    access: 'account',
    method: 'GET',
    path: `${ONE}settings/`,
    operation: 'getDeploymentSettings',
    summary: 'The settings of a deployment: tracking, data collection, predictions',
    replies: { 200: Settings },
    handle: (ctx, { params }) => getSettings(ctx, params.deploymentId),
  }),
  route({
    ...kept,
    access: 'account',
    method: 'PATCH',
    path: `${ONE}settings/`,
    operation: 'changeDeploymentSettings',
    summary: 'Change any of the groups of settings; those left out stay',
    body: SettingsChange,
    replies: { 202: null },
    handle: (ctx, { params, body }) => changeSettings(ctx, params.deploymentId, body),
  }),
  route({
    ...health,
    access: 'account',
    method: 'GET',
    path: `${ONE}healthSettings/`,
    operation: 'getHealthSettings',
    summary: 'The health thresholds of a deployment',
    replies: { 200: HealthSettings },
    handle: (ctx, { params }) => getHealthSettings(ctx, params.deploymentId),
  }),
  route({
    ...health,
    access: 'account',
    method: 'PATCH',
    path: `${ONE}healthSettings/`,
    operation: 'changeHealthSettings',
    summary: 'Change health thresholds, section by section',
    body: HealthSettingsChange,
    replies: { 200: HealthSettings },
    handle: (ctx, { params, body }) => changeHealthSettings(ctx, params.deploymentId, body),
  }),
  route({
    ...health,
    access: 'account',
    method: 'GET',
    path: `${ONE}healthSettings/defaults/`,
    operation: 'getDefaultHealthSettings',
    summary: 'The default health thresholds',
    replies: { 200: HealthSettings },
    handle: (ctx, { params }) => getDefaultHealthSettings(ctx, params.deploymentId),
  }),
  route({
    ...health,
    access: 'account',
    method: 'GET',
    path: `${ONE}challengerReplaySettings/`,
    operation: 'getReplaySettings',
    summary: 'The schedule on which challengers replay prediction requests',
    replies: { 200: ReplaySettings },
    handle: (ctx, { params }) => getReplaySettings(ctx, params.deploymentId),
  }),
  route({
    ...health,
    access: 'account',
    method: 'PATCH',
    path: `${ONE}challengerReplaySettings/`,
    operation: 'changeReplaySettings',
    summary: 'Schedule the replay of requests by challengers, or switch it off',
    body: ReplaySettingsChange,
    replies: { 200: ReplaySettings },
    handle: (ctx, { params, body }) => changeReplaySettings(ctx, params.deploymentId, body),
  }),
];
