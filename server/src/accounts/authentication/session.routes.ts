import { route } from '#platform/http/route.ts';
import { endSession, signInToConsole } from './sessions.ts';
import { Credentials, Session } from './sign-in.schema.ts';

const history = { added: 'v2.43' };

export const sessionRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/session/',
    operation: 'beginSession',
    part: 'accounts',
    summary: 'Sign in to the console: sets the session cookie',
    history,
    access: 'public',
    body: Credentials,
    replies: { 200: Session },
    handle: (ctx, { body, headers }) => signInToConsole(ctx, body, headers),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/session/',
    operation: 'endSession',
    part: 'accounts',
    summary: 'Sign out of the console: ends the session of the cookie',
    history,
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { headers }) => endSession(ctx, headers),
  }),
];
