import { type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { jobDone } from './housing.ts';
import { uploadProject } from './shops.ts';

/** Reviews whose score follows a price (missing in every tenth row) and the word after "very". */
function reviewsCsv(target: 'score' | 'mood', rows: number): string {
  const lines = [`note,price,town,${target}`];
  for (let i = 0; i < rows; i++) {
    const word = ['good', 'bad', 'plain'][(i * 7) % 3] as string;
    const price = i % 10 === 3 ? '' : String((i * 37) % 50);
    const score = (word === 'good' ? 20 : word === 'bad' ? -20 : 0) + Number(price || 25) + ((i * 13) % 5);
    const town = ['Oslo', 'Rome', 'Lima'][(i * 11) % 3];
    lines.push(`the room number ${i} was very ${word},${price},${town},${target === 'score' ? score : word}`);
  }
  return `${lines.join('\n')}\n`;
}

export interface Reviews {
  readonly path: string;
  /** Model ids by the estimator of their blueprint. */
  readonly models: Readonly<Record<string, string>>;
}

/** A project of reviews with one model of each of these blueprints. */
export async function modelledReviews(
  options: CallOptions,
  target: 'score' | 'mood',
  blueprints: readonly string[],
): Promise<Reviews> {
  const { path = '' } = await follow(await uploadProject(reviewsCsv(target, 150), 'Reviews', options), options);
  const json = { target, mode: 'manual' };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json }), options);
  const models: Record<string, string> = {};
  for (const { id } of (await call('GET', `${path}blueprints/`, options)).body) {
    const { blueprint } = (await call('GET', `${path}blueprints/${id}/json/`, options)).body;
    if (!blueprints.includes(blueprint.id)) continue;
    const started = await call('POST', `${path}models/`, { ...options, json: { blueprintId: id } });
    const { path: made = '' } = await jobDone(started.headers.get('location'), options);
    models[blueprint.id] = (await call('GET', made, options)).body.id;
  }
  return { path, models };
}
