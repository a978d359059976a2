import { route } from '#platform/http/route.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { enrolSecondFactor } from './enrol-second-factor.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { Confirmation, Enrolment, EnrolmentBegin, Removal } from './second-factor.schema.ts';

const history = { added: 'v2.43' };

export const secondFactorRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/account/secondFactor/',
    operation: 'enrolSecondFactor',
    part: 'accounts',
    summary:
      'Begin with a second factor, against the password: its secret and recovery codes are shown in this answer only',
    history,
    access: 'account',
    body: EnrolmentBegin,
    replies: { 200: Enrolment },
    handle: (ctx, { body, headers }) => enrolSecondFactor(ctx, body.password, headers),
  }),
  route({
    method: 'POST',
    path: '/api/v2/account/secondFactor/confirm/',
    operation: 'confirmSecondFactor',
    part: 'accounts',
    summary: 'Confirm the second factor with a code of the authenticator app',
    history,
    access: 'account',
    body: Confirmation,
    replies: { 204: null },
    handle: (ctx, { body, headers }) => confirmSecondFactor(ctx, body.totpCode, headers),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/account/secondFactor/',
    operation: 'removeSecondFactor',
    part: 'accounts',
    summary: 'Remove the second factor, against the password and a current code or a recovery code',
    history,
    access: 'account',
    body: Removal,
    replies: { 204: null },
    handle: (ctx, { body, headers }) => removeSecondFactor(ctx, body, headers),
  }),
];
