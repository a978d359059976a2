import { DEPLOYMENT } from '#deployments';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { changeChannel, createChannel, deleteChannel, getChannel, listChannels, testChannel } from './channels.ts';
import * as schema from './notification.schema.ts';
import { listDeliveries, listEvents } from './notify.ts';
import { changePolicy, createPolicy, deletePolicy, getPolicy, listPolicies } from './policies.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.33' });
const CHANNELS = '/api/v2/entityNotificationChannels/deployment/{deploymentId}/';
const CHANNEL = '/api/v2/entityNotificationChannels/deployment/{deploymentId}/{channelId}/';
const POLICIES = '/api/v2/entityNotificationPolicies/deployment/{deploymentId}/';
const POLICY = '/api/v2/entityNotificationPolicies/deployment/{deploymentId}/{policyId}/';

const channelRoutes = [
  route.post('/api/v2/entityNotificationChannels/', 'createNotificationChannel', {
    access: needs(DEPLOYMENT, 'write', null),
    summary: 'Create a notification channel of a deployment: a signed webhook or an e-mail address',
    body: schema.ChannelCreate,
    replies: { 201: schema.Channel },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['sharing.no_such_thing'],
      409: ['notification.too_many'],
    },
    handle: (ctx, { body }) => createChannel(ctx, body),
  }),
  route.get(CHANNELS, 'listNotificationChannels', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'The notification channels of a deployment',
    query: schema.ListQuery,
    replies: { 200: pageOf(schema.Channel) },
    handle: (ctx, { params, url, query }) => listChannels(ctx, params.deploymentId, url, query),
  }),
  route.get(CHANNEL, 'getNotificationChannel', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'One notification channel; its secrets stay hidden',
    replies: { 200: schema.Channel },
    refusals: { 404: ['notification.no_such_channel'] },
    handle: (ctx, { params }) => getChannel(ctx, params),
  }),
  route.put(CHANNEL, 'changeNotificationChannel', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Update a notification channel; omitted fields keep their values',
    body: schema.ChannelChange,
    replies: { 200: schema.Channel },
    refusals: { 404: ['notification.no_such_channel'] },
    handle: (ctx, { params, body }) => changeChannel(ctx, params, body),
  }),
  route.delete(CHANNEL, 'deleteNotificationChannel', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Delete a notification channel and the policies that use it',
    replies: { 204: null },
    refusals: { 404: ['deployments.no_such_deployment', 'notification.no_such_channel'] },
    handle: (ctx, { params }) => deleteChannel(ctx, params),
  }),
  route.post(
    '/api/v2/entityNotificationChannels/deployment/{deploymentId}/{channelId}/tests/',
    'testNotificationChannel',
    {
      access: needs(DEPLOYMENT, 'write'),
      summary: 'Send a test message through a notification channel',
      replies: { 202: schema.JobAccepted },
      refusals: { 404: ['notification.no_such_channel'], 429: ['notification.too_soon'] },
      handle: (ctx, { params }) => testChannel(ctx, params),
    },
  ),
];

const policyRoutes = [
  route.post('/api/v2/entityNotificationPolicies/', 'createNotificationPolicy', {
    access: needs(DEPLOYMENT, 'write', null),
    summary: 'Create a notification policy: which events go to which channel',
    body: schema.PolicyCreate,
    replies: { 201: schema.Policy },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['notification.no_such_channel', 'sharing.no_such_thing'],
      409: ['notification.too_many'],
    },
    handle: (ctx, { body }) => createPolicy(ctx, body),
  }),
  route.get(POLICIES, 'listNotificationPolicies', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'The notification policies of a deployment',
    query: schema.ListQuery,
    replies: { 200: pageOf(schema.Policy) },
    handle: (ctx, { params, url, query }) => listPolicies(ctx, params.deploymentId, url, query),
  }),
  route.get(POLICY, 'getNotificationPolicy', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'One notification policy',
    replies: { 200: schema.Policy },
    refusals: { 404: ['notification.no_such_policy'] },
    handle: (ctx, { params }) => getPolicy(ctx, params),
  }),
  route.put(POLICY, 'changeNotificationPolicy', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Update a notification policy; omitted fields keep their values',
    body: schema.PolicyChange,
    replies: { 200: schema.Policy },
    refusals: { 404: ['notification.no_such_channel', 'notification.no_such_policy'] },
    handle: (ctx, { params, body }) => changePolicy(ctx, params, body),
  }),
  route.delete(POLICY, 'deleteNotificationPolicy', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Delete a notification policy',
    replies: { 204: null },
    refusals: { 404: ['deployments.no_such_deployment', 'notification.no_such_policy'] },
    handle: (ctx, { params }) => deletePolicy(ctx, params),
  }),
  route.get('/api/v2/notificationEvents/', 'listNotificationEvents', {
    summary: 'The events a notification policy can select',
    replies: { 200: schema.Events },
    handle: () => listEvents(),
  }),
  route.get('/api/v2/entityNotificationLogs/deployment/{deploymentId}/', 'listNotificationLogs', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Notifications of a deployment with their attempts and errors, newest first',
    query: schema.ListQuery,
    replies: { 200: pageOf(schema.Delivery) },
    handle: (ctx, { params, url, query }) => listDeliveries(ctx, params.deploymentId, url, query),
  }),
];

export const notificationRoutes = [...channelRoutes, ...policyRoutes];
