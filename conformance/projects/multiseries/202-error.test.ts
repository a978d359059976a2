import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { shopsProject } from '../shops.ts';

test('columns that cannot tell series apart end the detection with the reason, not with the result before it', async () => {
  const path = await shopsProject();
  const detect = async (...multiseriesIdColumns: string[]) => {
    const json = { datetimePartitionColumn: 'date', multiseriesIdColumns };
    return follow(await call('POST', `${path}multiseriesProperties/`, { json }));
  };
  const fit = await detect('store');
  expect(fit.path).toBe(`${path}features/date/multiseriesProperties/`);
  const unfit = await detect('promotion');
  expect(unfit.failure).toMatch(/"promotion" cannot tell series apart\. .+/);
  const { body } = await call('GET', fit.path ?? '');
  expect(body.detectedMultiseriesIdColumns).toMatchObject([{ multiseriesIdColumns: ['store'] }]);
});
