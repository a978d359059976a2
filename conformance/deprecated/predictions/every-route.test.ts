import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { sendRaw } from '../../support/raw-socket.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { afterARestart } from './after-a-restart.ts';
import { callersLeave, tooManyWait } from './callers-leave.ts';
import { deploymentsRefuse } from './of-deployments.ts';
import { ALL_PREDICTIONS, OLD_PREDICTIONS, type PredictionRoute, type Site, startSite } from './site.ts';
import { HOUSING, SHOPS, WRONG_OPTIONS, WRONG_ROWS, type WrongRows } from './wrong-rows.ts';

const CSV = { 'content-type': 'text/csv' };
const NOBODY = '0123456789abcdef01234567';

let site: Site;
beforeAll(async () => {
  site = await startSite();
}, 300_000);
afterAll(() => site?.stop());

/** What the route is for: housing, or the shops where it is for time series. */
const served = ({ series }: PredictionRoute) => (series ? site.shops : site.housing);
const ask = (route: PredictionRoute, options: CallOptions = {}, path = route.of(served(route))) =>
  call('POST', path, { ...site.at(site.owner), headers: CSV, body: route.series ? SHOPS : HOUSING, ...options });

describe.each(OLD_PREDICTIONS)('POST %s, which is old', (name, route) => {
  test('200: rows are predicted, and the reply says that the route is old', async () => {
    const { status, body, headers, text } = await ask(route);
    expect(status, text).toBe(200);
    expect(headers.get('deprecation')).toBe('true');
    if (route.series) {
      expect(body.data).toHaveLength(21);
      expect(body.data[0]).toMatchObject({ seriesId: 'shop 0', forecastDistance: 1 });
      return;
    }
    const found = route.options ? body.data : body.predictions;
    expect(found.map(({ prediction }: { prediction: string }) => prediction)).toEqual(['yes', 'no']);
    const reasons = /Explanations|reasonCodes/.test(name) ? 3 : undefined;
    expect(found[0].predictionExplanations?.length).toBe(reasons);
  });

  test('403: the key of an agent', async () => {
    const { housing, shops } = site.agentKeys;
    const [own, other] = route.series ? [shops, housing] : [housing, shops];
    expectRefusal(
      await ask(route, { key: other }),
      403,
      route.deployed ? 'http.other_deployment' : 'http.not_for_agent_keys',
    );
    if (route.deployed) expect((await ask(route, { key: own })).status).toBe(200);
  });

  if (!route.deployed)
    test('404: a model that is not of the project', async () => {
      const refused = await ask(route, {}, route.of({ ...served(route), modelId: NOBODY }));
      expectRefusal(refused, 404, 'projects.no_such_model');
      expect(refused.body.message).toContain(NOBODY);
    });

  if (route.series)
    test('422: a model that is not for time series, with the route to use', async () => {
      const refused = await ask(route, { body: HOUSING }, route.of(site.housing));
      expectRefusal(refused, 422, 'predictions.not_series');
      expect(refused.body.message).toContain('predictions route');
    });
});

describe.each(ALL_PREDICTIONS)('POST %s', (_, route) => {
  test('401: without credentials and with wrong ones', async () => {
    expectRefusal(await ask(route, { key: null }), 401, 'http.no_credentials');
    expectRefusal(await ask(route, { key: 'nobody' }), 401, 'http.bad_credentials');
  });

  test('403: somebody who may look and not predict, and the page of another site', async () => {
    expectRefusal(await ask(route, site.at(site.observer)), 403, 'sharing.role_too_small');
    const { username, password } = site.owner;
    const { url } = site.installation;
    const begun = await call('POST', '/api/v2/session/', { url, key: null, json: { username, password } });
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { ...CSV, cookie, origin: 'https://elsewhere.example' };
    expectRefusal(await ask(route, { key: null, headers }), 403, 'accounts.other_site');
  });

  test('404: what is not there, and what is not shared with the caller', async () => {
    const nowhere = route.of({ projectId: NOBODY, modelId: NOBODY, deploymentId: NOBODY });
    expectRefusal(await ask(route, {}, nowhere), 404, 'sharing.no_such_thing');
    expectRefusal(await ask(route, site.at(site.outsider)), 404, 'sharing.no_such_thing');
  });

  test('413: more than is taken, before any of it is read', async () => {
    const head = `host: x\r\nauthorization: Bearer ${site.owner.token}\r\ncontent-type: text/csv\r\nconnection: close`;
    const sent = `POST ${route.of(served(route))} HTTP/1.1\r\n${head}\r\ncontent-length: ${2 ** 40}\r\n\r\n`;
    const { status, text } = await sendRaw(sent, site.installation.url);
    expect([status, text]).toEqual([413, expect.stringContaining('http.too_large')]);
  });

  test('422: a parameter nobody knows', async () => {
    const refused = await ask(route, {}, `${route.of(served(route))}?unheard=1`);
    expectRefusal(refused, 422, 'request.invalid');
    expect(refused.body.errors).toHaveProperty('unheard');
  });

  test.each([...WRONG_ROWS, ...(route.options ? WRONG_OPTIONS : [])])('$status: $code', async (wrong: WrongRows) => {
    const { body, headers = CSV, query = '' } = wrong;
    const both = typeof body === 'string' || body instanceof Uint8Array ? { housing: body, shops: body } : body;
    const rows = route.series ? null : both.housing;
    const path = route.of(rows === null ? site.shops : site.housing);
    const refused = await ask(route, { headers, body: rows ?? both.shops }, `${path}${query}`);
    expect([refused.status, refused.body.code], refused.text).toEqual([wrong.status, wrong.code]);
    expect(refused.text.replaceAll('\\"', '"')).toMatch(wrong.said);
  });
});

describe('GET /api/v1/{projectId}/models', () => {
  const models = (options: CallOptions = {}, query = '') =>
    call('GET', `/api/v1/${site.housing.projectId}/models${query}`, { ...site.at(site.owner), ...options });

  test('200: the models of a project, as version 1 wrote them', async () => {
    const { status, body } = await models();
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({
        id: site.housing.modelId,
        project_id: site.housing.projectId,
        model_type: expect.stringMatching(/logistic|ridge|elastic/i),
        sample_pct: expect.any(Number),
      }),
    ]);
    expect(Object.keys(body[0].metrics)).toContain('LogLoss');
  });

  test('401, 403, 404, 422: callers and parameters that are not taken', async () => {
    expectRefusal(await models({ key: null }), 401, 'http.no_credentials');
    expectRefusal(await models({ key: 'wrong' }), 401, 'http.bad_credentials');
    expectRefusal(await models({ key: site.agentKeys.housing }), 403, 'http.not_for_agent_keys');
    expectRefusal(await models(site.at(site.outsider)), 404, 'sharing.no_such_thing');
    expectRefusal(await models({}, '?unheard=1'), 422, 'request.invalid');
  });
});

deploymentsRefuse(() => site);
callersLeave(() => site);
tooManyWait(() => site);
afterARestart(() => site);
