import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import * as schema from './challenger.schema.ts';
import { addChallenger, changeChallenger, getChallenger, listChallengers, removeChallenger } from './challengers.ts';
import { startReplay } from './replay-requests.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const route = routeGroup({ part: 'deployments', added: 'v2.20' });

export const challengerRoutes: readonly RouteRecord[] = [
  route.get(`${ONE}challengers/`, 'listChallengers', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The challengers of a deployment',
    replies: { 200: schema.ChallengerPage },
    handle: (ctx, { params, url }) => listChallengers(ctx, params.deploymentId, url),
  }),
  route.post(`${ONE}challengers/`, 'addChallenger', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Add a challenger: a model that scores the same requests for comparison',
    body: schema.NewChallenger,
    replies: { 202: schema.ChallengerBegun },
    refusals: {
      404: ['registry.no_such_package'],
      422: ['challengers.does_not_fit', 'challengers.is_champion', 'challengers.is_there', 'challengers.not_enabled'],
    },
    handle: (ctx, { params, body }) => addChallenger(ctx, params.deploymentId, body),
  }),
  route.get(`${ONE}challengers/{challengerId}/`, 'getChallenger', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One challenger',
    replies: { 200: schema.Challenger },
    refusals: { 404: ['challengers.no_such_challenger'] },
    handle: (ctx, { params }) => getChallenger(ctx, params.deploymentId, params.challengerId),
  }),
  route.patch(`${ONE}challengers/{challengerId}/`, 'changeChallenger', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Rename a challenger or give it another environment',
    body: schema.ChallengerChange,
    replies: { 200: schema.Challenger },
    refusals: { 404: ['challengers.no_such_challenger'] },
    handle: (ctx, { params, body }) => changeChallenger(ctx, params.deploymentId, params.challengerId, body),
  }),
  route.delete(`${ONE}challengers/{challengerId}/`, 'removeChallenger', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Remove a challenger',
    replies: { 204: null },
    refusals: { 404: ['challengers.no_such_challenger', 'deployments.no_such_deployment'] },
    handle: (ctx, { params }) => removeChallenger(ctx, params.deploymentId, params.challengerId),
  }),
  route.post(`${ONE}challengerPredictions/`, 'replayRequests', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Replay stored prediction requests with the challengers',
    body: schema.ReplayBody,
    replies: { 202: schema.ReplayBegun },
    refusals: { 422: ['challengers.no_challengers', 'challengers.not_enabled'], 429: ['challengers.replaying'] },
    handle: (ctx, { params, body }) => startReplay(ctx, params.deploymentId, body),
  }),
];
