import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aPackage } from '../deployments.fixtures.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';
import { chosen, needsMonitoring, type Watched } from './deployment-list.rules.ts';
import { HEALTH, type HealthStatus, NO_HEALTH } from './ports.ts';

const app = await deploymentsApp();
const ada = await app.person({ organization: 'Listers' });
const bob = await app.person({ organization: 'Listers' });
const { key } = ada;
const housing = await aPackage(app.platform, ada, 'regression');
const shops = await aPackage(app.platform, ada, 'series');

const make = async (body: object) => {
  const made = await app.ask('POST /api/v2/deployments/fromModelPackage/', { key, body });
  return made.body.id as string;
};
const ids = {
  beta: await make({ modelPackageId: housing.row.id, label: 'Beta', importance: 'LOW' }),
  alpha: await make({
    modelPackageId: shops.row.id,
    label: 'alpha',
    importance: 'CRITICAL',
    description: 'Sells shoes',
  }),
  gamma: await make({ modelPackageId: housing.row.id, label: 'Gamma', status: 'inactive' }),
};
const list = async (query = '', who = key) => (await app.ask(`GET /api/v2/deployments/${query}`, { key: who })).body;
const labels = async (query: string) => (await list(query)).data.map(({ label }: { label: string }) => label);

describe('filters', () => {
  test.each([
    ['?search=SHOES', ['alpha']],
    ['?status=inactive', ['Gamma']],
    ['?status=active&status=inactive&orderBy=label', ['alpha', 'Beta', 'Gamma']],
    ['?importance=LOW,CRITICAL&orderBy=-label', ['Beta', 'alpha']],
    ['?championModelTargetType=Regression&orderBy=label', ['alpha', 'Beta', 'Gamma']],
    ['?championModelExecutionType=external', []],
    ['?executionEnvironmentType=datarobot&orderBy=label&limit=1', ['alpha']],
    ['?buildEnvironmentType=Python', []],
    ['?predictionEnvironmentPlatform=datarobot&search=gam', ['Gamma']],
    ['?hasDecisionFlow=True', []],
    ['?createdByMe=true&orderBy=-importance', ['alpha', 'Beta', 'Gamma']],
    ['?role=OWNER&orderBy=createdAtTimestamp&limit=1', ['Beta']],
    ['?role=USER', []],
    ['?serviceHealth=unknown,failing&orderBy=label', ['alpha', 'Beta', 'Gamma']],
    ['?serviceHealth=failing', []],
    ['?predictionUsageDailyAvgGreaterThan=1', []],
    ['?predictionUsageDailyAvgLessThan=1&orderBy=-label', ['Gamma', 'Beta', 'alpha']],
    ['?lastPredictionTimestampStart=2020-01-01T00:00:00%2B00:00', []],
    ['?orderBy=-serviceHealth&search=a', ['Gamma', 'alpha', 'Beta']],
    ['?tagKeys=team', []],
  ])('%s', async (query, expected) => {
    expect(await labels(query)).toEqual(expected);
  });

  test('by tags that were added', async () => {
    const path = `/api/v2/deployments/${ids.beta}/tags/`;
    const tag = await app.ask(`POST ${path}`, { key, body: { name: 'team', value: 'homes' } });
    expect(tag.status).toBe(201);
    expect(await labels('?tagKeys=team&tagValues=homes')).toEqual(['Beta']);
    expect((await app.ask(`PATCH ${path}${tag.body.id}/`, { key, body: { value: 'sheds' } })).body.value).toBe('sheds');
    expect((await app.ask(`DELETE ${path}${tag.body.id}/`, { key })).status).toBe(204);
    expect((await app.ask(`DELETE ${path}${tag.body.id}/`, { key })).status).toBe(404);
  });

  test('others see nothing; unknown filters and values are named', async () => {
    expect((await list('', bob.key)).data).toEqual([]);
    expect((await list('?colour=red')).errors).toHaveProperty('colour');
    expect((await list('?status=sleeping')).errors).toHaveProperty(['status.0']);
  });

  test('pages repeat the filter in their links', async () => {
    const first = await list('?limit=2&orderBy=label&importance=LOW,CRITICAL,HIGH&search=a');
    expect([first.count, first.totalCount, first.next]).toEqual([2, 2, null]);
    const page = await list('?limit=2&orderBy=label');
    expect(page.next).toMatch(/orderBy=label/);
    const rest = await app.ask(`GET ${new URL(page.next).pathname}${new URL(page.next).search}`, { key });
    expect(rest.body.data.map(({ label }: { label: string }) => label)).toEqual(['Gamma']);
  });
});

describe('what those who watch know', () => {
  const watched = (id: string, service: HealthStatus, rate: number): Watched => ({
    id,
    health: { ...NO_HEALTH, service: { ...NO_HEALTH.service, status: service } },
    usage: { dailyRates: [rate, 0, 0, 0, 0, 0, 0], lastTimestamp: rate > 0 ? new Date('2026-05-01') : null },
  });
  const all = [watched('a', 'passing', 70), watched('b', 'failing', 0), watched('c', 'unknown', 7)];
  const names = (filter: Parameters<typeof chosen>[1]) => chosen(all, filter).map(({ id }) => id);

  test('orders, filters and averages over seven days', () => {
    expect(names({ orderBy: '-serviceHealth' })).toEqual(['b', 'a', 'c']);
    expect(names({ orderBy: 'recentPredictions' })).toEqual(['b', 'c', 'a']);
    expect(names({ orderBy: '-lastPredictionTimestamp' })).toEqual(['a', 'c', 'b']);
    expect(names({ predictionUsageDailyAvgGreaterThan: 5 })).toEqual(['a']);
    expect(names({ lastPredictionTimestampEnd: '2026-06-01' })).toEqual(['a', 'c']);
    expect(names({ serviceHealth: ['failing', 'unknown'] })).toEqual(['b', 'c']);
    expect(needsMonitoring({ orderBy: 'label' })).toBe(false);
  });

  test('any order is the reverse of its opposite where nothing is equal', () => {
    const some = fc.uniqueArray(fc.record({ rate: fc.integer({ min: 0, max: 1e6 }) }), {
      selector: ({ rate }) => rate,
      maxLength: 20,
    });
    fc.assert(
      fc.property(some, fc.constantFrom(...HEALTH), (rows, status) => {
        const these = rows.map(({ rate }, number) => watched(String(number), status, rate));
        const order = (by: 'recentPredictions' | '-recentPredictions') =>
          chosen(these, { orderBy: by }).map(({ id }) => id);
        expect(order('recentPredictions')).toEqual(order('-recentPredictions').reverse());
      }),
    );
  });
});
