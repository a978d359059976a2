import { type RouteRecord, route } from '#platform/http/route.ts';
import {
  Challenger,
  ChallengerBegun,
  ChallengerChange,
  ChallengerPage,
  NewChallenger,
  ReplayBegun,
  ReplayBody,
} from './challenger.schema.ts';
import { addChallenger, changeChallenger, getChallenger, listChallengers, removeChallenger } from './challengers.ts';
import { startReplay } from './replay-requests.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const shared = { part: 'deployments', history: { added: 'v2.20' } } as const;

export const challengerRoutes: readonly RouteRecord[] = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${ONE}challengers/`,
    operation: 'listChallengers',
    summary: 'The challengers of a deployment',
    replies: { 200: ChallengerPage },
    handle: (ctx, { params, url }) => listChallengers(ctx, params.deploymentId, url),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${ONE}challengers/`,
    operation: 'addChallenger',
    summary: 'Add a challenger: a model that scores the same requests for comparison',
    body: NewChallenger,
    replies: { 202: ChallengerBegun },
    handle: (ctx, { params, body }) => addChallenger(ctx, params.deploymentId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${ONE}challengers/{challengerId}/`,
    operation: 'getChallenger',
    summary: 'One challenger',
    replies: { 200: Challenger },
    handle: (ctx, { params }) => getChallenger(ctx, params.deploymentId, params.challengerId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: `${ONE}challengers/{challengerId}/`,
    operation: 'changeChallenger',
    summary: 'Rename a challenger or give it another environment',
    body: ChallengerChange,
    replies: { 200: Challenger },
    handle: (ctx, { params, body }) => changeChallenger(ctx, params.deploymentId, params.challengerId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'DELETE',
    path: `${ONE}challengers/{challengerId}/`,
    operation: 'removeChallenger',
    summary: 'Remove a challenger',
    replies: { 204: null },
    handle: (ctx, { params }) => removeChallenger(ctx, params.deploymentId, params.challengerId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${ONE}challengerPredictions/`,
    operation: 'replayRequests',
    summary: 'Replay stored prediction requests with the challengers',
    body: ReplayBody,
    replies: { 202: ReplayBegun },
    handle: (ctx, { params, body }) => startReplay(ctx, params.deploymentId, body),
  }),
];
