import { expect, test } from 'vitest';
import { conversation, tokensOf } from './messages.rules.ts';

const said = (id: string) => ({ id, text: `question ${id}`, answer: `answer ${id}` });
const asked = { text: 'and now?', systemPrompt: 'Be brief.', citations: [] };
const eachSaid = tokensOf('question 1') + tokensOf('answer 1');
const always = tokensOf('and now?') + tokensOf('Be brief.');

test('the history is told oldest first, between the system prompt and the question', () => {
  const { messages, told } = conversation({ ...asked, history: [said('2'), said('1')], room: 1000 });
  expect(told).toEqual(['1', '2']);
  expect(messages.map(({ content }) => content)).toEqual([
    'Be brief.',
    'question 1',
    'answer 1',
    'question 2',
    'answer 2',
    'and now?',
  ]);
});

test('where there is too little room, the oldest is left out', () => {
  const history = [said('3'), said('2'), said('1')];
  expect(conversation({ ...asked, history, room: always + 2 * eachSaid }).told).toEqual(['2', '3']);
  expect(conversation({ ...asked, history, room: always + 2 * eachSaid - 1 }).told).toEqual(['3']);
});

test('documents stand before the question, and count', () => {
  const citations = [{ text: 'Paris is large.', source: 'a.txt' }] as never;
  const { messages, docsTokens } = conversation({ ...asked, systemPrompt: null, history: [], citations, room: 1000 });
  expect(messages).toHaveLength(1);
  expect(messages[0]?.content).toMatch(/Paris is large\.\n\(a\.txt\)[\s\S]*and now\?$/);
  expect(docsTokens).toBeGreaterThan(0);
});
