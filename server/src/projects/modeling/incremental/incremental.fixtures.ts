import { type ProjectsApp, upload } from '../../projects.fixtures.ts';

export const FLAGS = ['ENABLE_INCREMENTAL_LEARNING', 'ENABLE_DATA_CHUNKING_SERVICE'];

/** Bills that follow visits in waves, with noise that is the same every time. */
export function billsCsv(rows: number, seed: number): string {
  const lines = ['visits,age,town,bill'];
  for (let i = 0; i < rows; i++) {
    const mix = (factor: number, size: number) => ((i + seed) * factor) % size;
    const [visits, age] = [mix(7919, 101) / 10, mix(104_729, 97)];
    const bill = 20 * Math.sin(visits) + age / 2 + mix(31, 7) * 3 + mix(15_485_863, 13) / 3;
    lines.push(`${visits},${age},town ${mix(31, 7)},${bill.toFixed(2)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A dataset of these rows, cut into chunks. */
export async function aChunkDefinition(
  app: ProjectsApp,
  key: string,
  content: string,
  how: object = {},
): Promise<string> {
  const post = (path: string, body: object) => app.ask(`POST /api/v2/${path}`, { key, body });
  const begun = await app.ask('POST /api/v2/datasets/fromFile/', { key, ...upload({}, { name: 'more.csv', content }) });
  await app.finished(begun, key);
  const { id } = (await post('datasetDefinitions/', { datasetId: begun.body.catalogId })).body;
  await post(`datasetDefinitions/${id}/analyze/`, {});
  const made = await post(`datasetDefinitions/${id}/chunkDefinitions/`, how);
  await app.finished(await post(`datasetDefinitions/${id}/chunkDefinitions/${made.body.id}/analyze/`, {}), key);
  return made.body.id;
}
