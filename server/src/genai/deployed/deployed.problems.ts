import { catalogue } from '#platform/http/problem.ts';

export const DeployedProblems = catalogue({
  noModel: {
    status: 422,
    code: 'genai.blueprint_without_model',
    message: (name: string) => `The LLM blueprint "${name}" has no model yet. PATCH its llmId first.`,
  },
  notBuilt: {
    status: 422,
    code: 'genai.vector_database_not_ready',
    message: (name: string, status: string) =>
      `The vector database "${name}" of the LLM blueprint is ${status}. Register the blueprint once it is COMPLETED.`,
  },
  documentsGone: {
    status: 422,
    code: 'documents_gone',
    message: (deploymentId: string, id: string) =>
      `Deployment ${deploymentId} answers from the vector database ${id}, which was deleted. Replace the model of the ` +
      'deployment by one that answers from another.',
  },
});
