import { expect, test } from 'vitest';
import { ruleText, tokensAre } from './rule-text.ts';

test('rules are read as sentences, with every digit', () => {
  expect(ruleText({ rule: 'requests', window: 'min', limit: 300 })).toBe('300 requests a minute');
  expect(ruleText({ rule: 'token', window: 'day', limit: 9223372036854775807n })).toBe(
    '9,223,372,036,854,775,807 tokens a day',
  );
  expect(ruleText({ rule: 'concurrentRequests', window: 'min', limit: '8' })).toBe('8 requests at once');
});

test('what a token is depends on what is limited', () => {
  expect(tokensAre({ resourceType: 'deployment', resourceId: 'x' })).toContain(
    'row of a prediction counts as one token',
  );
  expect(tokensAre({ resourceType: 'workload', resourceId: 'x' })).toContain('chat completions');
  expect(tokensAre({ resourceType: 'workload', resourceId: 'llmGateway' })).toContain('prompts');
});
