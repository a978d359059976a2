import { openAsBlob } from 'node:fs';
import type { Installation } from '../../conformance/support/installation.ts';
import { apiClient, fileForm } from '../client.ts';

interface Begun {
  readonly catalogId: string;
  readonly catalogVersionId: string;
  readonly statusId: string;
}

/** A client of one server that uploads datasets and runs recipes. */
export function client({ url, adminKey }: Installation) {
  const api = apiClient(url, { authorization: `Bearer ${adminKey}` });
  const ended = async ({ statusId }: { statusId: string }): Promise<void> => {
    await api.ended(`status/${statusId}/`);
  };
  /** Uploads a file; its reading has only begun. */
  const begin = async (path: string): Promise<Begun> =>
    api.json('POST', 'datasets/fromFile/', fileForm(await openAsBlob(path), 'sales.csv'));
  return {
    ask: api.json,
    ended,
    begin,
    async insights(recipeId: string): Promise<void> {
      while ((await api.json('GET', `recipes/${recipeId}/insights/`)).status === 'running') await api.every();
    },
    async upload(path: string): Promise<Begun> {
      const begun = await begin(path);
      await ended(begun);
      return begun;
    },
  };
}
