import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, call } from '../../support/call.ts';

const PATIENCE_MS = 120_000;

/** Follows a started work to its end, as clients do: a 303 leads to what was made, anything else is told. */
export async function ended(started: Answer, key?: string): Promise<Answer> {
  if (started.status !== 202) throw new Error(`Nothing was begun: ${started.status} ${started.text}`);
  const address = new URL(started.headers.get('location') ?? '');
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const told = await call('GET', address.pathname, key === undefined ? {} : { key });
    if (told.status === 303 || !['INITIALIZED', 'RUNNING'].includes(told.body.status)) return told;
    await pause(100);
  }
  throw new Error(`${address} did not end in time`);
}

export const pathOf = (answer: Answer): string => {
  const { pathname, search } = new URL(answer.headers.get('location') ?? '');
  return pathname + search;
};

const CSV = `id,select,amount,day\n${Array.from({ length: 40 }, (_, i) => `${i},"it's ""${i % 4}""",${i / 2},2024-01-${String((i % 28) + 1).padStart(2, '0')}`).join('\n')}\n`;

/** A dataset of forty rows: id, select, amount, day. */
export async function aDataset(key?: string): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([CSV], { type: 'text/csv' }), 'sales.csv');
  const started = await call('POST', '/api/v2/datasets/fromFile/', { body, ...(key === undefined ? {} : { key }) });
  const told = await ended(started, key);
  if (told.status !== 303) throw new Error(`No dataset could be made: ${told.text}`);
  return started.body.catalogId;
}

export interface MadeRecipe {
  readonly id: string;
  /** `/api/v2/recipes/{id}/` */
  readonly path: string;
  readonly datasetId: string;
}

const shared: { datasetId?: Promise<string> } = {};

/** A recipe of a dataset, with these operations. */
export async function aRecipe(operations: readonly object[] = [], more: object = {}): Promise<MadeRecipe> {
  shared.datasetId ??= aDataset();
  const datasetId = await shared.datasetId;
  const made = await call('POST', '/api/v2/recipes/fromDataset/', { json: { datasetId, dialect: 'spark', ...more } });
  if (made.status !== 201) throw new Error(`No recipe could be made: ${made.status} ${made.text}`);
  const path = `/api/v2/recipes/${made.body.recipeId}/`;
  const set = await call('PUT', `${path}operations/`, { json: { operations } });
  if (set.status !== 200) throw new Error(`The operations were refused: ${set.text}`);
  return { id: made.body.recipeId, path, datasetId };
}

export const keep = (column: string, fn: string, ...functionArguments: unknown[]) => ({
  directive: 'filter',
  arguments: { conditions: [{ column, function: fn, functionArguments }] },
});

export const compute = (newFeatureName: string, expression: string) => ({
  directive: 'compute-new',
  arguments: { newFeatureName, expression },
});

/** Publishes a recipe and waits for the dataset. */
export const published = async (recipeId: string) =>
  ended(await call('POST', '/api/v2/datasets/fromRecipe/', { json: { recipeId } }));

/** What everybody meets who has no key, or asks for a recipe that is not there. */
export async function refusals(method: string, path: (id: string) => string, id: string, json?: object) {
  const body = json === undefined ? {} : { json };
  return {
    withoutKey: (await call(method, path(id), { key: null, ...body })).status,
    elsewhere: (await call(method, path('65f000000000000000000001'), body)).status,
  };
}

export const REFUSED = { withoutKey: 401, elsewhere: 404 };
