import type { Step } from '../story.ts';

/** What a program from years ago still calls. */
export const oldRoute: Step = {
  title: 'An old route: still honest, and says what replaces it',
  async run({ client, tell, projectId, modelId }) {
    const line = `POST /predApi/v1.0/${projectId}/${modelId}/timeSeriesPredict`;
    const csv = 'quarter,place,state,purpose,trips\n2018-01-01,Melbourne: Holiday,Victoria,Holiday,\n';
    const answer = await client.raw(line, csv, { 'content-type': 'text/csv' });
    const body = (await answer.json()) as { message?: string; data?: readonly { prediction: number }[] };
    tell(line);
    // Elsewhere the route may be switched off, which it says as well.
    if (answer.status === 404) tell(`404: ${body.message}`);
    else if (!answer.ok) throw new Error(`It answered ${answer.status}: ${body.message}`);
    else tell(`${answer.status}: ${body.data?.length} predictions`);
    if (answer.ok) tell(`Deprecation: ${answer.headers.get('deprecation')}; Link: ${answer.headers.get('link')}`);
  },
};
