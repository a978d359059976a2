import { catalogue } from '#platform/http/problem.ts';

export const BlueprintProblems = catalogue({
  saved: {
    status: 409,
    code: 'genai.blueprint_saved',
    message: (name: string) =>
      `The LLM blueprint ${JSON.stringify(name)} is saved, so what it does stays as it is. Copy it with ` +
      'POST genai/llmBlueprints/fromLLMBlueprint/ and change the copy.',
  },
  staysSaved: {
    status: 409,
    code: 'genai.blueprint_stays_saved',
    message: (name: string) => `The LLM blueprint ${JSON.stringify(name)} is saved and cannot become a draft again.`,
  },
});
