import { routeGroup } from '#platform/http/route.ts';
import { endSession, signInToConsole } from './sessions.ts';
import { Credentials, Session } from './sign-in.schema.ts';

const route = routeGroup({ part: 'accounts', added: 'v2.43' });

export const sessionRoutes = [
  route.post('/api/v2/session/', 'beginSession', {
    summary: 'Sign in to the console: sets the session cookie',
    access: 'public',
    body: Credentials,
    replies: { 200: Session },
    refusals: { 401: ['accounts.sign_in_refused'], 403: ['accounts.other_site'], 429: ['accounts.too_many_attempts'] },
    handle: (ctx, { body, headers }) => signInToConsole(ctx, body, headers),
  }),
  route.delete('/api/v2/session/', 'endSession', {
    summary: 'Sign out of the console: ends the session of the cookie',
    replies: { 204: null },
    handle: (ctx, { headers }) => endSession(ctx, headers),
  }),
];
