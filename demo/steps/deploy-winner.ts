import type { Step } from '../story.ts';

export const deployWinner: Step = {
  title: 'Deploy: the recommended model behind an address, with intervals',
  async run(story) {
    const { client, say, tell, modelId, addresses } = story;
    const [server] = (await client.call<{ data: readonly { id: string }[] }>('GET /api/v2/predictionServers/')).data;
    const body = { modelId, label: 'Overnight trips', importance: 'LOW', defaultPredictionServerId: server?.id };
    const asked = await client.raw('POST /api/v2/deployments/fromLeaderboard/', JSON.stringify(body), {
      'content-type': 'application/json',
    });
    const deployment = await client.follow(asked, say);
    const { id, status } = await client.call<Record<string, string>>(`GET ${deployment}`);
    story.deploymentId = id ?? '';
    const settings = { predictionIntervals: { enabled: true, percentiles: [80] } };
    const changed = await client.raw(`PATCH ${deployment}settings/`, JSON.stringify(settings), {
      'content-type': 'application/json',
    });
    await client.follow(changed, say);
    tell(`deployment ${id} is ${status}`);
    addresses.push(
      { what: 'the console', address: `${client.url}/` },
      { what: 'every route', address: `${client.url}/docs` },
      { what: 'the deployment', address: `${client.url}/api/v2/deployments/${id}/` },
    );
  },
};
