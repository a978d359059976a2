import { expect, test } from 'vitest';
import type { Blueprint } from '../../../api/generative.ts';
import { formOf, textOf } from './blueprint-text.ts';

const form = { ...formOf(undefined), name: 'Careful', llmId: 'fake-echo' };

test('what was left empty is not sent: the model keeps its default', () => {
  expect(textOf(form)).toEqual({
    name: 'Careful',
    description: '',
    llmId: 'fake-echo',
    llmSettings: {},
    promptType: 'CHAT_HISTORY_AWARE',
    vectorDatabaseId: null,
    vectorDatabaseSettings: null,
  });
});

test('zero is said, unlike nothing', () => {
  expect(textOf({ ...form, temperature: 0 }).llmSettings).toEqual({ temperature: 0 });
});

test('what was saved comes back into the form as it was', () => {
  const filled = { ...form, systemPrompt: 'Be brief', topP: 0.5, remembers: false } as const;
  const searched = { ...filled, vectorDatabaseId: 'v1', documents: 3, diverse: true, neighbours: true } as const;
  const stored = { ...textOf(searched), id: 'b1' } as unknown as Blueprint;
  expect(formOf(stored)).toEqual(searched);
});
