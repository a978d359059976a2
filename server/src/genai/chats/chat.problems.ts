import { catalogue } from '#platform/http/problem.ts';

export const ChatProblems = catalogue({
  frozen: {
    status: 409,
    code: 'genai.chat_frozen',
    message: (name: string) =>
      `The chat ${JSON.stringify(name)} was held with other settings of its LLM blueprint and cannot be continued. ` +
      'Begin a new one with POST genai/chats/.',
  },
  noModel: {
    status: 422,
    code: 'genai.no_model',
    message: (name: string) =>
      `The LLM blueprint ${JSON.stringify(name)} names no model. Set its llmId, or send llmId with the prompt.`,
  },
});
