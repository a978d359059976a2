import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';

test.each(['llmApiCalls', 'vectorDatabases'])('%s needs a key that is valid', async (name) => {
  for (const key of [null, 'wrong']) {
    expect((await call('GET', `/api/v2/genai/userLimits/${name}/`, { key })).status).toBe(401);
  }
});
