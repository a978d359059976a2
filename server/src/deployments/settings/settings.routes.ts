import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { ReplaySettings, ReplaySettingsChange } from '../challengers/challenger.schema.ts';
import { changeReplaySettings, getReplaySettings } from '../challengers/replay-requests.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { HealthSettings, HealthSettingsChange, Settings, SettingsChange } from './settings.schema.ts';
import * as settings from './settings.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const keptRoute = routeGroup({ part: 'deployments', added: 'v2.18' });
const healthRoute = routeGroup({ part: 'deployments', added: 'v2.33' });

export const settingsRoutes: readonly RouteRecord[] = [
  keptRoute.get(`${ONE}settings/`, 'getDeploymentSettings', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The settings of a deployment: tracking, data collection, predictions',
    replies: { 200: Settings },
    handle: (ctx, { params }) => settings.getSettings(ctx, params.deploymentId),
  }),
  keptRoute.patch(`${ONE}settings/`, 'changeDeploymentSettings', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Change any of the groups of settings; those left out stay',
    body: SettingsChange,
    replies: { 202: null },
    handle: (ctx, { params, body }) => settings.changeSettings(ctx, params.deploymentId, body),
  }),
  healthRoute.get(`${ONE}healthSettings/`, 'getHealthSettings', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The health thresholds of a deployment',
    replies: { 200: HealthSettings },
    handle: (ctx, { params }) => settings.getHealthSettings(ctx, params.deploymentId),
  }),
  healthRoute.patch(`${ONE}healthSettings/`, 'changeHealthSettings', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Change health thresholds, section by section',
    body: HealthSettingsChange,
    replies: { 200: HealthSettings },
    handle: (ctx, { params, body }) => settings.changeHealthSettings(ctx, params.deploymentId, body),
  }),
  healthRoute.get(`${ONE}healthSettings/defaults/`, 'getDefaultHealthSettings', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The default health thresholds',
    replies: { 200: HealthSettings },
    handle: (ctx, { params }) => settings.getDefaultHealthSettings(ctx, params.deploymentId),
  }),
  healthRoute.get(`${ONE}challengerReplaySettings/`, 'getReplaySettings', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The schedule on which challengers replay prediction requests',
    replies: { 200: ReplaySettings },
    handle: (ctx, { params }) => getReplaySettings(ctx, params.deploymentId),
  }),
  healthRoute.patch(`${ONE}challengerReplaySettings/`, 'changeReplaySettings', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Schedule the replay of requests by challengers, or switch it off',
    body: ReplaySettingsChange,
    replies: { 200: ReplaySettings },
    handle: (ctx, { params, body }) => changeReplaySettings(ctx, params.deploymentId, body),
  }),
];
