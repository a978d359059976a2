import { catalogue } from '#platform/http/problem.ts';

export const TextModelProblems = catalogue({
  noSuchVersion: {
    status: 404,
    code: 'custom_models.no_such_version',
    message: (modelId: string, id: string) =>
      `Custom model ${modelId} has no version ${id}. Make one of an LLM blueprint: POST genai/customModelVersions/.`,
  },
  writesNoText: {
    status: 422,
    code: 'deployments.writes_no_text',
    message: (id: string, type: string) =>
      `The model of deployment ${id} does not chat: its target is ${type}. Send rows to ` +
      `POST /api/v2/deployments/${id}/predictions, or chat with a deployment of the target type TextGeneration.`,
  },
  writesText: {
    status: 422,
    code: 'deployments.writes_text',
    message: (what: string) =>
      `The model of ${what} writes text and takes no rows. Chat with a deployment of it: ` +
      'POST /api/v2/deployments/{deploymentId}/chat/completions.',
  },
});
