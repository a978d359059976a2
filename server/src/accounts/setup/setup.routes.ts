import { route } from '#platform/http/route.ts';
import { Session } from '../sessions/session.schema.ts';
import { setUp, setupState } from './set-up.ts';
import { Setup, SetupState } from './setup.schema.ts';

const history = { added: 'v2.43' };

export const setupRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/setup/',
    operation: 'getSetup',
    part: 'accounts',
    summary: 'Whether the first administrator is still to be made',
    history,
    access: 'public',
    replies: { 200: SetupState },
    handle: (ctx) => setupState(ctx),
  }),
  route({
    method: 'POST',
    path: '/api/v2/setup/',
    operation: 'setUp',
    part: 'accounts',
    summary: 'Make the first administrator with a one-time link, and sign them in',
    history,
    access: 'public',
    body: Setup,
    replies: { 200: Session },
    handle: (ctx, { body, headers }) => setUp(ctx, body, headers),
  }),
];
