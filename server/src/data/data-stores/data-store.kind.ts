import type { Resource, SharedKind } from '#accounts';

export const DATA_STORE: SharedKind = { type: 'dataStore', title: 'data store', listedAt: 'externalDataStores/' };

export const getDataStoreOrThrow = (id: string): Resource => ({ kind: DATA_STORE, id });
