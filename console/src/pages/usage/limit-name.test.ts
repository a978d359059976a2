import { expect, test } from 'vitest';
import { limitName } from './limit-name.ts';

test('the gateway is called by name, other resources by their id', () => {
  expect(limitName('workload llmGateway token per day')).toBe('Language-model gateway: token per day');
  expect(limitName('deployment 5f00 requests per min')).toBe('deployment 5f00 requests per min');
});
