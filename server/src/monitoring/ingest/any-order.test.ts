import fc from 'fast-check';
import { expect, it } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { sumOf } from '../accuracy/evaluated-models.ts';
import { readSums } from '../actuals/accuracy.store.ts';
import { importActuals } from '../actuals/match-actuals.ts';
import { recomputeAllAccuracy } from '../actuals/recompute-accuracy.ts';
import { valuesOf } from '../actuals/target-metrics.ts';
import { aDeployment, aRequest, ingestRecords } from '../monitoring.fixtures.ts';
import { ASSOCIATED } from '../monitoring-actuals.fixtures.ts';

const { platform, person } = await servedApp();
const ada = await person({ organization: 'one' });
const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

const id = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.oneof(
  fc.record({ kind: fc.constant('predict' as const), id, value: fc.integer({ min: -50, max: 50 }), hour: fc.nat(2) }),
  fc.record({ kind: fc.constant('happen' as const), id, value: fc.integer({ min: -50, max: 50 }), hour: fc.nat(0) }),
);

it('in whatever order predictions and actuals come, sums are those of what is known in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const made = await aDeployment(platform, ada, 'regression', { settings: ASSOCIATED, rounds: 1 });
      const to = { organizationId: ada.organizationId, deploymentId: made.id, keepUnmatched: true };
      const predicted = new Map<string, { value: number; hour: number }>();
      const actual = new Map<string, number>();
      for (const one of steps) {
        if (one.kind === 'predict') {
          const input = { format: 'json', bytes: new TextEncoder().encode(JSON.stringify([{ id: one.id }])) } as const;
          const answer = { width: 1, values: Float64Array.of(one.value) };
          await ingestRecords(platform, [aRequest(ada, made, { input, answer, at: START + one.hour * HOUR })]);
          if ((predicted.get(one.id)?.hour ?? 0) <= one.hour) predicted.set(one.id, one);
        } else {
          const told = { associationId: one.id, value: String(one.value), wasActedOn: null, happenedAt: null };
          await importActuals(platform, to, [told]);
          actual.set(one.id, one.value);
        }
      }
      await recomputeAllAccuracy(platform, ada.organizationId);
      for (const hour of [0, 1, 2]) {
        const within = { start: new Date(START + hour * HOUR), end: new Date(START + (hour + 1) * HOUR) };
        const of = { organizationId: ada.organizationId, deploymentId: made.id, modelIds: [made.row.model_id] };
        const rows = await readSums(platform.db.queries, { ...of, segment: null, within });
        const here = [...predicted].filter(([, one]) => one.hour === hour);
        const errors = here.flatMap(([key, { value }]) => {
          const happened = actual.get(key);
          return happened === undefined ? [] : [Math.abs(happened - value)];
        });
        const sum = sumOf(made.row.target, rows);
        expect([rows.reduce((total, row) => total + row.rows, 0), sum.matched]).toEqual([here.length, errors.length]);
        const mae = errors.length === 0 ? null : errors.reduce((total, error) => total + error, 0) / errors.length;
        expect(valuesOf(made.row.target, sum)('MAE') ?? -1).toBeCloseTo(mae ?? -1, 9);
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
