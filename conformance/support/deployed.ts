import { type CallOptions, call } from './call.ts';
import { follow } from './follow.ts';

/** From an LLM blueprint to a deployment that chats, as any client goes. */
export async function aChattingDeployment(key: string, llmBlueprintId: string, url?: string): Promise<string> {
  const options: CallOptions = { key, ...(url === undefined ? {} : { url }) };
  const frozen = await follow(
    await call('POST', '/api/v2/genai/customModelVersions/', { ...options, json: { llmBlueprintId } }),
    options,
  );
  const version = await call('GET', frozen.path ?? '', options);
  const registered = await call('POST', '/api/v2/modelPackages/fromCustomModelVersion/', {
    ...options,
    json: { customModelVersionId: version.body.id },
  });
  const json = { modelPackageId: registered.body.id, label: 'Writer' };
  return (await call('POST', '/api/v2/deployments/fromModelPackage/', { ...options, json })).body.id;
}
