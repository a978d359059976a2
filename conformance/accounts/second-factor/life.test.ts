import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const FACTOR = '/api/v2/account/secondFactor/';
const token = (json: unknown) => call('POST', '/api/v2/api_token/', { key: null, json });

test('enrolled, confirmed, demanded, used once, recovered from, removed', async () => {
  const { username, password, token: key } = await aPerson();
  const { body: enrolment } = await call('POST', FACTOR, { key, json: { password } });
  expect(enrolment.otpauthUri).toMatch(/^otpauth:\/\/totp\//);
  expect(enrolment.recoveryCodes.length).toBeGreaterThan(4);
  expect((await token({ username, password })).status).toBe(200); // not yet confirmed, not yet demanded

  const fresh = (await token({ username, password })).body.api_token;
  const totpCode = await generate({ secret: enrolment.secret });
  expect((await call('POST', `${FACTOR}confirm/`, { key: fresh, json: { totpCode } })).status).toBe(204);

  const missing = await token({ username, password });
  const wrong = await token({ username, password, totpCode: '000000' });
  const wrongPassword = await token({ username, password: 'no', totpCode });
  expect([missing.status, wrong.status, wrongPassword.status]).toEqual([401, 401, 401]);
  expect(wrong.body).toEqual(missing.body);
  expect(wrongPassword.body).toEqual(missing.body);
  expect((await token({ username, password, totpCode })).status).toBe(401); // the confirming code is spent

  const [recoveryCode, another] = enrolment.recoveryCodes;
  const recovered = await token({ username, password, recoveryCode });
  expect(recovered.status).toBe(200);
  expect((await token({ username, password, recoveryCode })).status).toBe(401);

  const last = recovered.body.api_token;
  expect((await call('DELETE', FACTOR, { key: last, json: { recoveryCode: another } })).status).toBe(422);
  const removed = await call('DELETE', FACTOR, { key: last, json: { password, recoveryCode: another } });
  expect(removed.status).toBe(204);
  expect((await token({ username, password })).status).toBe(200);
});

test('422: a key alone does not begin with a second factor', async () => {
  const { token: key } = await aPerson();
  const without = await call('POST', FACTOR, { key });
  expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['password']]);
  expect((await call('POST', FACTOR, { key, json: { password: 'not this one' } })).status).toBe(422);
});
