import { type ApiCall, get, patch, post, remove } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

interface Person {
  readonly id: string;
  readonly fullName: string | null;
  readonly username: string | null;
}

export interface UseCase {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly created: Person;
  readonly updatedAt: string;
  readonly projectsCount: number;
  readonly datasetsCount: number;
  readonly recipesCount: number;
  readonly deploymentsCount: number;
  readonly playgroundsCount: number;
  readonly vectorDatabasesCount: number;
  readonly registeredModelVersionsCount: number;
  readonly members: readonly Person[];
  readonly role: 'OWNER' | 'EDITOR' | 'CONSUMER' | 'OBSERVER';
}

/** Something that lies in a use case. */
export interface Resource {
  readonly id: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly name: string;
  readonly updatedAt: string;
  readonly updated: Person | null;
  readonly isDeleted: boolean;
}

interface UseCaseText {
  readonly name: string;
  readonly description: string;
}

export const pathOfUseCase = (id: string): string => `useCases/${segment(id)}/`;
const link = (id: string, collection: string, entityId: string) =>
  `${pathOfUseCase(id)}${collection}/${segment(entityId)}/`;

export const useCaseCalls = {
  list: (window: Window, search?: string): ApiCall<Page<UseCase>> =>
    get('useCases/', { ...window, ...(search ? { search } : {}) }),
  create: (text: UseCaseText): ApiCall<UseCase> => post('useCases/', { ...text }),
  one: (id: string): ApiCall<UseCase> => get(pathOfUseCase(id)),
  change: (id: string, text: UseCaseText): ApiCall<UseCase> => patch(pathOfUseCase(id), { ...text }),
  remove: (id: string): ApiCall<void> => remove(pathOfUseCase(id)),
  resources: (id: string): ApiCall<Page<Resource>> => get(`${pathOfUseCase(id)}resources/`, { limit: 1000 }),
  link: (id: string, collection: string, entityId: string): ApiCall<unknown> =>
    post(link(id, collection, entityId), {}),
  unlink: (id: string, collection: string, entityId: string): ApiCall<void> => remove(link(id, collection, entityId)),
};

export const useCaseKeys = { all: ['useCases'], one: (id: string) => ['useCases', 'one', id] } as const;

export const useCaseQueries = {
  list: (window: Window, search = '') =>
    ask([...useCaseKeys.all, 'list', String(window.offset), search], useCaseCalls.list(window, search)),
  one: (id: string) => ask([...useCaseKeys.one(id), 'record'], useCaseCalls.one(id)),
  resources: (id: string) => ask([...useCaseKeys.one(id), 'resources'], useCaseCalls.resources(id)),
};
