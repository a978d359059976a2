import type { Fault } from '../fault.ts';

const GENAI = 'server/src/genai';
const gatewayQuota = [`${GENAI}/gateway/gateway-quota.test.ts`];
const counters = [`${GENAI}/counters/counters.test.ts`];
const chunking = [`${GENAI}/vector-databases/building/chunking.rules.test.ts`];
const filters = [`${GENAI}/vector-databases/search/metadata-filter.rules.test.ts`];

export const genai: readonly Fault[] = [
  {
    name: 'calls-cost-nothing',
    breaks: 'Calls of language models are settled with 0 tokens, so a limit on tokens never fills.',
    file: `${GENAI}/gateway/chat-completion.ts`,
    find: 'pass.settle({ tokens: usage.input + usage.output })',
    replace: 'pass.settle({ tokens: 0 * usage.input })',
    tests: gatewayQuota,
  },
  {
    name: 'answers-cost-nothing',
    breaks: 'Only the prompt counts towards a limit on tokens, not the answer.',
    file: `${GENAI}/gateway/chat-completion.ts`,
    find: 'pass.settle({ tokens: usage.input + usage.output })',
    replace: 'pass.settle({ tokens: usage.input })',
    tests: gatewayQuota,
  },
  {
    name: 'failed-calls-cost-their-worst-case',
    breaks: 'A call that the upstream refused keeps the tokens of its longest answer.',
    file: `${GENAI}/gateway/chat-completion.ts`,
    find: 'if (usage === null) admission.release();',
    replace: 'if (usage === null) admission.settle({ input: 450, output: 0, estimated: true });',
    tests: gatewayQuota,
  },
  {
    name: 'worst-case-without-the-answer',
    breaks: 'A call is let in although its answer would not fit the limit.',
    file: `${GENAI}/gateway/chat-completion.ts`,
    find: 'input + moreTokens + (request.mostOutputTokens ?? entry.maxCompletionTokens)',
    replace: 'input + moreTokens + 0 * (request.mostOutputTokens ?? entry.maxCompletionTokens)',
    tests: gatewayQuota,
  },
  {
    name: 'counters-of-everybody',
    breaks: 'Every user reads what all others of the organization used.',
    file: `${GENAI}/counters/counters.ts`,
    find: "const only = role === 'admin' ? null : userId;",
    replace: "const only = role === 'admin' ? null : userId.slice(0, 0) || null;",
    tests: counters,
  },
  {
    name: 'counters-of-other-organizations',
    breaks: 'An administrator is shown people of other organizations.',
    file: `${GENAI}/counters/counter.store.ts`,
    find: 'const whose = sql`users.organization_id = ',
    replace: "const whose = sql`users.organization_id >= '' OR users.organization_id = ",
    tests: counters,
  },
  {
    name: 'ended-holds-still-count',
    breaks: 'Calls whose process died hold their place for ever.',
    file: `${GENAI}/counters/counter.store.ts`,
    find: "    .where('expires_at', '>', now)\n",
    replace: '',
    tests: [`${GENAI}/counters/usage-counter.test.ts`],
  },
  {
    name: 'journal-counts-twice',
    breaks: 'A journal that is written a second time adds to what it said before.',
    file: `${GENAI}/counters/counter.store.ts`,
    find: 'completed = greatest(genai_usage_journals.completed, excluded.completed)',
    replace: 'completed = genai_usage_journals.completed + excluded.completed',
    tests: [`${GENAI}/counters/usage-counter.test.ts`],
  },
  {
    name: 'chunks-too-long',
    breaks: 'A chunk may be longer than the size that was asked for.',
    file: `${GENAI}/vector-databases/building/chunking.rules.ts`,
    find: 'if (held.length > 0 && tokens + piece.tokens > size) {',
    replace: 'if (held.length > 0 && tokens > size) {',
    tests: chunking,
  },
  {
    name: 'separators-are-lost',
    breaks: 'Text between chunks is lost.',
    file: `${GENAI}/vector-databases/building/chunking.rules.ts`,
    find: '      yield at + separator.length;',
    replace: '      yield at;',
    tests: chunking,
  },
  {
    name: 'no-overlap',
    breaks: 'Chunks do not repeat the end of the one before, whatever was asked for.',
    file: `${GENAI}/vector-databases/building/chunking.rules.ts`,
    find: 'const most = (size * overlapPercentage) / 100;',
    replace: 'const most = (size * overlapPercentage) / 100_000_000;',
    tests: chunking,
  },
  {
    name: 'greater-or-equal-is-greater',
    breaks: 'A metadata filter with $gte leaves equal values out.',
    file: `${GENAI}/vector-databases/search/metadata-filter.rules.ts`,
    find: 'order(value, wanted) >= 0',
    replace: 'order(value, wanted) > 0',
    tests: filters,
  },
  {
    name: 'or-means-and',
    breaks: 'A metadata filter with $or asks for all of its parts.',
    file: `${GENAI}/vector-databases/search/metadata-filter.rules.ts`,
    find: ': (metadata) => filters.some((one) => one(metadata));',
    replace: ': (metadata) => filters.every((one) => one(metadata));',
    tests: filters,
  },
  {
    name: 'history-backwards',
    breaks: 'A model is told the history of a chat backwards.',
    file: `${GENAI}/chats/messages.rules.ts`,
    find: '    told.unshift(said);',
    replace: '    told.push(said);',
    tests: [`${GENAI}/chats/messages.rules.test.ts`],
  },
];
