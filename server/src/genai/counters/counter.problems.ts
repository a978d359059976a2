import { catalogue } from '#platform/http/problem.ts';

const SETTING = { llmApiCalls: 'ALMANAC_LLM_CALL_LIMIT', vectorDatabases: 'ALMANAC_VECTOR_DATABASE_LIMIT' } as const;
const NAME = { llmApiCalls: 'LLM API calls', vectorDatabases: 'vector databases' } as const;

export const CounterProblems = catalogue({
  // Not 429: the count never goes down, so trying again cannot help and clients must not.
  limitReached: {
    status: 403,
    code: 'genai.limit_reached',
    message: (counter: keyof typeof SETTING, limit: number, completed: number, held: number) =>
      `This installation allows each person ${limit} ${NAME[counter]}; you have completed ${completed}` +
      `${held > 0 ? ` and have ${held} under way` : ''}. Ask its administrator to raise ${SETTING[counter]}.`,
  },
});
