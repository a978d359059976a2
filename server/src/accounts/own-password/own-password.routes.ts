import { route } from '#platform/http/route.ts';
import { changeOwnPassword } from './change-own-password.ts';
import { PasswordChange } from './own-password.schema.ts';

export const ownPasswordRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/account/password/',
    operation: 'changeOwnPassword',
    part: 'accounts',
    summary: 'Change your password; ends every other session of the account and, when asked, its API keys and token',
    history: { added: 'v2.43' },
    access: 'account',
    body: PasswordChange,
    replies: { 204: null },
    handle: (ctx, { body, headers }) => changeOwnPassword(ctx, body, headers),
  }),
];
