import { route } from '#platform/http/route.ts';
import { applyReset } from './apply-reset.ts';
import { createReset } from './create-reset.ts';
import { PasswordReset, ResetCreate, ResetCreated } from './password-reset.schema.ts';

const history = { added: 'v2.43' };

export const passwordResetRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/users/{userId}/passwordReset/',
    operation: 'createPasswordReset',
    part: 'accounts',
    summary: 'Let a user choose a new password by a one-time link, mailed or shown in this answer; for administrators',
    history,
    access: 'account',
    body: ResetCreate,
    bodyOptional: true,
    replies: { 200: ResetCreated },
    handle: (ctx, { params, body }) => createReset(ctx, params.userId, body?.delivery),
  }),
  route({
    method: 'POST',
    path: '/api/v2/passwordReset/',
    operation: 'resetPassword',
    part: 'accounts',
    summary: 'Choose a new password with a one-time link; ends every session of the account',
    history,
    access: 'public',
    body: PasswordReset,
    replies: { 204: null },
    handle: (ctx, { body, headers }) => applyReset(ctx, body, headers),
  }),
];
