import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Served } from '../../deployments/served.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { ALL_PREDICTIONS, type PredictionRoute, type Site } from './site.ts';
import { HOUSING, SHOPS } from './wrong-rows.ts';

const ROUTES = ALL_PREDICTIONS.map(([, route]) => route).filter(({ deployed }) => deployed);
const BATCH = 'x-datarobot-model-monitoring-batch-id';

/** What a deployment adds to the refusals of its routes: its kind, its settings, its batches, its quota, its state. */
export function deploymentsRefuse(the: () => Site): void {
  const own = () => the().at(the().owner);
  const both = () => [the().housing, the().shops];
  const ask = (route: PredictionRoute, headers: Record<string, string> = {}, id?: string) => {
    const { housing, shops } = the();
    const served = route.series ? shops : housing;
    const options: CallOptions = {
      headers: { 'content-type': 'text/csv', ...headers },
      body: route.series ? SHOPS : HOUSING,
    };
    return call('POST', route.of({ ...served, deploymentId: id ?? served.deploymentId }), { ...own(), ...options });
  };
  const send = async (method: string, path: string, json: object) => {
    const reply = await call(method, `/api/v2/${path}`, { ...own(), json });
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.body;
  };
  const ofEach = (change: (served: Served) => Promise<unknown>) => Promise.all(both().map(change));
  const settings = (json: object) =>
    ofEach(({ deploymentId }) => send('PATCH', `deployments/${deploymentId}/settings/`, json));

  describe('routes of deployments', () => {
    test('400: a model that runs elsewhere, with where to ask it', async () => {
      for (const route of ROUTES) {
        const refused = await ask(route, {}, the().elsewhere);
        expectRefusal(refused, 400, 'predictions.external');
        expect(refused.body.message).toContain('Ask it where it runs');
      }
    });

    test('422: a model that writes text', async () => {
      for (const route of ROUTES) expectRefusal(await ask(route, {}, the().writer), 422, 'deployments.writes_text');
    });

    test('404, 422: a monitoring batch that is not there, and one that is locked', async () => {
      await settings({ batchMonitoring: { enabled: true } });
      const [ofHousing, ofShops] = await ofEach(async ({ deploymentId }) => {
        const { id } = await send('POST', `deployments/${deploymentId}/monitoringBatches/`, { batchName: 'full' });
        await send('PATCH', `deployments/${deploymentId}/monitoringBatches/${id}/`, { isLocked: true });
        return id as string;
      });
      for (const route of ROUTES) {
        expectRefusal(await ask(route, { [BATCH]: '0'.repeat(24) }), 404, 'monitoring.no_such_batch');
        const locked = (route.series ? ofShops : ofHousing) as string;
        expectRefusal(await ask(route, { [BATCH]: locked }), 422, 'monitoring.batch_locked');
      }
    });

    test('422: rows without the association id that the deployment needs', async () => {
      await settings({ associationId: { columnNames: ['id'], requiredInPredictionRequests: true } });
      for (const route of ROUTES) {
        const refused = await ask(route);
        expectRefusal(refused, 422, 'predictions.association_id');
        expect(refused.body.message).toContain('"id"');
      }
      await settings({ associationId: { columnNames: ['id'], requiredInPredictionRequests: false } });
    });

    test.each([
      [422, 'quotas.input_too_long', { rule: 'inputSequenceLength', limit: 1 }],
      [429, 'quotas.limit_reached', { rule: 'token', limit: 1, window: 'day' }],
    ] as const)('%s: %s', async (status, code, rule) => {
      const quotas = await ofEach(({ deploymentId }) =>
        send('POST', 'quotas/', { resourceType: 'deployment', resourceId: deploymentId, defaultRules: [rule] }),
      );
      for (const route of ROUTES) expectRefusal(await ask(route), status, code);
      for (const { id } of quotas as { id: string }[])
        expect((await call('DELETE', `/api/v2/quotas/${id}/`, own())).status).toBe(204);
    });

    test('422: a deployment that was switched off, with how to switch it on', async () => {
      const turn = (status: string) =>
        ofEach(({ deploymentId }) => send('PATCH', `deployments/${deploymentId}/status/`, { status }));
      const answered = async (route: PredictionRoute, not: number) => {
        for (;;) {
          const reply = await ask(route);
          if (reply.status !== not) return reply;
          await pause(20);
        }
      };
      await turn('inactive');
      for (const route of ROUTES) {
        const refused = await answered(route, 200);
        expectRefusal(refused, 422, 'predictions.not_active');
        expect(refused.body.message).toContain('Activate it');
      }
      await turn('active');
      for (const route of ROUTES) expect((await answered(route, 422)).status).toBe(200);
    });
  });
}
