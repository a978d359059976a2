import { catalogue, unprocessable } from '#platform/http/problem.ts';

export const DeployedProblems = catalogue({
  noModel: unprocessable(
    'genai.blueprint_without_model',
    (name: string) => `The LLM blueprint "${name}" has no model yet. PATCH its llmId first.`,
  ),
  notBuilt: unprocessable(
    'genai.vector_database_not_ready',
    (name: string, status: string) =>
      `The vector database "${name}" of the LLM blueprint is ${status}. Register the blueprint once it is COMPLETED.`,
  ),
  documentsGone: unprocessable(
    'documents_gone',
    (deploymentId: string, id: string) =>
      `Deployment ${deploymentId} answers from the vector database ${id}, which was deleted. Replace the model of the ` +
      'deployment by one that answers from another.',
  ),
});
