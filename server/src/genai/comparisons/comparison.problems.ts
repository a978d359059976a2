import { catalogue } from '#platform/http/problem.ts';

export const ComparisonProblems = catalogue({
  notSaved: {
    status: 422,
    code: 'genai.blueprint_not_saved',
    message: (name: string) =>
      `The LLM blueprint ${JSON.stringify(name)} is a draft. Only saved ones are compared: PATCH it with isSaved true.`,
  },
  severalPlaygrounds: {
    status: 422,
    code: 'genai.several_playgrounds',
    message: () => 'LLM blueprints that are compared, and the comparison chat, must lie in one playground.',
  },
  comparedAlready: {
    status: 409,
    code: 'genai.compared_already',
    message: (name: string) => `The LLM blueprint ${JSON.stringify(name)} has answered this comparison prompt already.`,
  },
});
