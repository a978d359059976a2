import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { anId, PATH, post, postLimit } from '../a-quota.ts';

test('made with what is usual', async () => {
  const resourceId = anId();
  const made = await post({ resourceId, defaultRules: [{ rule: 'requests', limit: 5 }] });
  expect([made.status, made.body]).toEqual([
    200,
    expect.objectContaining({
      id: expect.any(String),
      userId: expect.any(String),
      resourceId,
      resourceType: 'deployment',
      defaultRules: [{ rule: 'requests', limit: 5, window: 'min' }],
      policies: [],
      saturationThreshold: null,
    }),
  ]);
  expect(made.body).not.toHaveProperty('capacity');
});

test('limits keep every digit', async () => {
  for (const limit of ['9007199254740993', '9223372036854775807']) {
    const made = await postLimit(limit);
    expect([limit, made.status]).toEqual([limit, 200]);
    expect(made.text).toContain(`"limit":${limit},`);
    expect((await call('GET', `${PATH}${made.body.id}/`)).text).toContain(`"limit":${limit},`);
  }
});

test('a whole number may be written with an exponent', async () => {
  const made = await postLimit('9.2e18');
  expect([made.status, made.text]).toEqual([200, expect.stringContaining('"limit":9200000000000000000,')]);
});

test('one hundred rules can be sent, ten thousand policies too', async () => {
  const hundred = Array.from({ length: 100 }, (_, index) => ({ rule: 'requests', limit: index + 1, window: 'min' }));
  const ruled = await post({ defaultRules: hundred });
  expect([ruled.status, ruled.body.defaultRules]).toEqual([200, hundred]);
  const policies = Array.from({ length: 10_000 }, (_, index) => ({
    consumerId: `user-${index}`,
    consumerType: 'user',
    rules: [],
  }));
  const made = await post({ policies });
  expect([made.status, made.body.policies.length]).toEqual([200, 10_000]);
});
