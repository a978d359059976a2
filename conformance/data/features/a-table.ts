import { call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';

const CSV = `day,region,sales,"a/b ""50%""",constant
${Array.from({ length: 30 }, (_, i) => `2024-01-${String(i + 1).padStart(2, '0')},${i % 2 ? 'north' : 'south'},${i * 1.5},${i % 3},7`).join('\n')}
`;
export const COLUMNS = ['day', 'region', 'sales', 'a/b "50%"', 'constant'];

/** A dataset of thirty rows that a person made for themselves. */
export async function aTable() {
  const { token: key } = await aPerson();
  const body = new FormData();
  body.set('file', new Blob([CSV]), 'table.csv');
  const started = await call('POST', '/api/v2/datasets/fromFile/', { key, body });
  const { path = '', failure } = await follow(started, { key });
  if (failure !== undefined) throw new Error(`No dataset could be made: ${failure}`);
  return { key, path, versionPath: `${path}versions/${started.body.catalogVersionId}/` };
}
