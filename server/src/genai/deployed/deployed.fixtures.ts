import { type VectorApp, vectorApp } from '../vector-databases/vector-databases.fixtures.ts';

export interface DeployedApp extends VectorApp {
  /** From a blueprint to a deployment that chats, as a client would go. */
  deployed(key: string, blueprintId: string, label?: string): Promise<{ id: string; versionId: string }>;
  chat(key: string, deploymentId: string, body: unknown): ReturnType<VectorApp['ask']>;
}

export const question = (content: string, more: object = {}) => ({
  model: 'datarobot-deployed-llm',
  messages: [{ role: 'user', content }],
  ...more,
});

export async function deployedApp(settings: Readonly<Record<string, string>> = {}): Promise<DeployedApp> {
  const app = await vectorApp(settings);
  const { ask, finished } = app;
  return {
    ...app,
    async deployed(key, llmBlueprintId, label = 'Writer') {
      const started = await ask('POST /api/v2/genai/customModelVersions/', { key, body: { llmBlueprintId } });
      const version = await finished(started, key);
      const body = { customModelVersionId: version.body.id };
      const registered = await ask('POST /api/v2/modelPackages/fromCustomModelVersion/', { key, body });
      const made = await ask('POST /api/v2/deployments/fromModelPackage/', {
        key,
        body: { modelPackageId: registered.body.id, label },
      });
      return { id: made.body.id, versionId: version.body.id };
    },
    chat: (key, deploymentId, body) =>
      ask(`POST /api/v2/deployments/${deploymentId}/chat/completions`, {
        key,
        body,
        headers: { 'content-type': 'application/json' },
      }),
  };
}
