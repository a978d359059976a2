import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StreamTap } from './stream-tap.ts';

const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }], usage: null })}\n\n`;
const USAGE = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })}\n\n`;
const END = 'data: [DONE]\n\n';

function passed(text: string, cuts: readonly number[], hidesUsage: boolean) {
  const tap = new StreamTap(hidesUsage);
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const out = places.slice(1).map((to, index) => tap.take(bytes.subarray(places[index], to)));
  return { tap, text: Buffer.concat([...out, tap.rest()]).toString('utf8') };
}

const tricky = fc.constantFrom(
  '[DONE]',
  '"usage":{',
  '\n\n',
  'data: [DONE]',
  '"error":{"message":"x"}',
  'ü',
  '漢\u2028',
);

test('whole events pass as they came, however they are cut; the end is kept back', () => {
  const words = fc.array(fc.oneof(fc.string(), tricky), { maxLength: 8 });
  fc.assert(
    fc.property(words, fc.array(fc.nat(), { maxLength: 12 }), fc.boolean(), (said, cuts, crlf) => {
      const line = (text: string) => (crlf ? text.replace(/\n\n$/, '\r\n\r\n') : text);
      const events = [chunk('begin'), ...said.map(chunk)].map(line).join('');
      const seen = passed(events + line(USAGE) + line(END), cuts, true);
      expect(seen.text).toBe(events);
      expect(seen.tap.end?.toString()).toBe(line(END));
      expect(seen.tap.usage).toEqual({ input: 3, output: 2, estimated: false });
      expect(seen.tap.failure).toBeNull();
    }),
  );
});

test('the usage goes on to callers who asked for it', () => {
  expect(passed(chunk('a') + USAGE + END, [], false).text).toBe(chunk('a') + USAGE);
});

test('usage that comes with words is not taken from them', () => {
  const both = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x' } }], usage: { prompt_tokens: 1, completion_tokens: 1 } })}\n\n`;
  const { text, tap } = passed(both, [], true);
  expect([text, tap.usage?.output]).toEqual([both, 1]);
});

test('an error in the stream is heard, and an event that was never finished is passed on', () => {
  const error = 'data: {"error": {"message": "out of luck"}}\n\n';
  expect(passed(chunk('a') + error, [5], true).tap.failure).toBe('out of luck');
  expect(passed('data: {"choices":[]}', [], true).text).toBe('data: {"choices":[]}\n\n');
});

test('words are counted as they pass, those of tool calls too', () => {
  const call =
    'data: {"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"{\\"city\\": \\"Rome\\"}"}}]}}]}\n\n';
  expect(passed(chunk('seven words ') + chunk('of which two'), [], true).tap.outputTokens()).toBe(5);
  expect(passed(call, [], true).tap.outputTokens()).toBeGreaterThan(2);
  expect(passed(USAGE, [], true).tap.outputTokens()).toBe(0);
});

test('an event without end is refused', () => {
  const tap = new StreamTap(true);
  const piece = Buffer.alloc(1024 * 1024, 'x');
  expect(() => {
    for (let n = 0; n < 20; n++) tap.take(piece);
  }).toThrow(/more than/);
});
