import { randomBytes } from 'node:crypto';
import type { AttackRun } from '../attack-run.ts';
import { aPerson, type Person } from '../world/people.ts';
import type { World } from '../world/world-types.ts';
import { signIn } from './foreign-content.ts';

const WEAK = [
  'password',
  '12345678',
  'qwerty123',
  'password1',
  'iloveyou',
  'football1',
  'sunshine',
  '1q2w3e4r',
  'trustno1',
];
const WRONG_GUESSES = 12;
const json = { 'content-type': 'application/json' };

/** Passwords, second factors, sessions and the throttle of guesses. */
export async function attackAccounts(run: AttackRun, world: World): Promise<void> {
  await weakPasswords(run, world);
  await secondFactorByKey(run, await aPerson(run, world.people.admin));
  await oldSessions(run, await aPerson(run, world.people.admin));
  if (run.local === null) return;
  // A server of our own believes the address in the header of a proxy on this machine.
  await lockOut(run, await aPerson(run, world.people.admin));
  await figuresFromOutside(run);
}

async function weakPasswords(run: AttackRun, { people: { admin } }: World): Promise<void> {
  for (const password of WEAK) {
    const username = `attack-${randomBytes(6).toString('hex')}`;
    const reply = await admin.send('POST', '/api/v2/users/', { username, password });
    if (reply.status < 300)
      run.report.finding(
        `The common password ${password} is taken`,
        `POST /api/v2/users/ {"username":"...","password":"${password}"}`,
        String(reply.status),
        'A common password is taken',
      );
  }
}

/** Whoever found a key must not lock its owner out. */
async function secondFactorByKey(run: AttackRun, person: Person): Promise<void> {
  for (const body of [undefined, {}]) {
    const reply = await person.send('POST', '/api/v2/account/secondFactor/', body);
    if (reply.status > 0 && reply.status < 300) {
      run.report.finding(
        'A second factor is enrolled with an API key alone',
        'POST /api/v2/account/secondFactor/ with a key and no password',
        reply.text.slice(0, 60),
      );
      return;
    }
  }
}

/** A new password ends the sessions that were begun with the old one. */
async function oldSessions(run: AttackRun, person: Person): Promise<void> {
  const cookie = await signIn(run, person);
  if (cookie === undefined) return run.report.note('sessions after a new password: nobody could sign in');
  const newPassword = randomBytes(12).toString('hex');
  const body = { password: person.password, newPassword };
  const changed = await person.send('POST', '/api/v2/account/password/', body);
  if (changed.status >= 300) return run.report.note(`sessions after a new password: ${changed.status} ${changed.text}`);
  const again = await run.send({ method: 'GET', path: '/api/v2/account/info/', headers: { cookie } });
  if (again.status === 200)
    run.report.finding(
      'A session outlives a new password',
      'sign in, POST /api/v2/account/password/, use the cookie',
      '',
    );
}

/** Guesses from one address must not keep the owner out of another. */
async function lockOut(run: AttackRun, person: Person): Promise<void> {
  const home = { 'x-forwarded-for': '198.51.100.77' };
  const cookie = await signIn(run, person, home);
  for (let guess = 0; guess < WRONG_GUESSES; guess++) {
    const body = JSON.stringify({ username: person.username, password: `wrong-${guess}` });
    const headers = { ...json, 'x-forwarded-for': '203.0.113.66' };
    await run.send({ method: 'POST', path: '/api/v2/session/', headers, body });
  }
  if ((await signIn(run, person, { ...home, ...(cookie === undefined ? {} : { cookie }) })) === undefined)
    run.report.finding(
      'The owner of an account is locked out by the wrong guesses of others',
      `${WRONG_GUESSES} wrong passwords from 203.0.113.66, then the right one from 198.51.100.77`,
      '',
    );
}

async function figuresFromOutside(run: AttackRun): Promise<void> {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const reply = await run.send({ method: 'GET', path: '/metrics', headers });
  if (reply.status === 200)
    run.report.finding(
      'The metrics are open to callers from outside',
      `curl -H 'X-Forwarded-For: 203.0.113.9' ${run.url}/metrics`,
      `${reply.text.length} characters`,
    );
}
