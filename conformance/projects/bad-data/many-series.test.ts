import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { aim, detect, projectOf, series, seriesCsv } from './tables.ts';

test('50,000 series end in a project or in a refusal, and 422 meanwhile: an aim during the detection', async () => {
  const options = { key: (await aPerson()).token };
  const path = await projectOf(seriesCsv(50_000, 12), options);
  const started = await detect(path, 'store', options);
  const early = await aim(path, series, options);
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('being analysed')]);
  expect((await follow(started, options)).failure).toBeUndefined();
  const { body } = await call('GET', `${path}features/date/multiseriesProperties/`, options);
  expect(body.detectedMultiseriesIdColumns).toEqual([
    { multiseriesIdColumns: ['store'], timeUnit: 'DAY', timeStep: 1 },
  ]);
  const settings = { ...series, mode: 'manual', numberOfBacktests: 1, forecastWindowEnd: 2 };
  const aimed = await follow(await aim(path, settings, options), options);
  if (aimed.failure === undefined) {
    const names = await call('GET', `${path}multiseriesNames/?limit=1`, options);
    expect(names.body.totalSeriesCount).toBe(50_000);
  } else expect(aimed.failure).toMatch(/series|step/);
  expect((await call('DELETE', path, options)).status).toBe(204);
}, 600_000);
