import { type ApiCall, get } from '../../api/call.ts';
import type { Resource, UseCase } from '../../api/use-cases.ts';

interface Thing {
  readonly id: string;
  readonly name: string;
}

/** A kind of thing that use cases hold. */
export interface Kind {
  readonly collection: string;
  readonly label: string;
  /** Its page in the console; absent where it has none of its own. */
  readonly page?: (id: string) => string;
  /** Where those that can be added are listed; absent where a use case is chosen when the thing is made. */
  readonly offered?: { readonly call: ApiCall<unknown>; readonly read: (reply: never) => readonly Thing[] } | undefined;
}

const MANY = { limit: 1000 };

type Reply<Item> = { readonly data: readonly Item[] } | readonly Item[];

/** Those of a list that can be added, by their id and name there. */
const offer = (call: ApiCall<unknown>, id: string, name: string): Kind['offered'] => ({
  call,
  read: (reply: Reply<Readonly<Record<string, string>>>) =>
    ('data' in reply ? reply.data : reply).map((one) => ({ id: one[id] ?? '', name: one[name] ?? '' })),
});

const kinds: Readonly<Record<string, Kind>> = {
  dataset: {
    collection: 'datasets',
    label: 'Dataset',
    page: (id) => `/datasets/${id}`,
    offered: offer(get('datasets/', MANY), 'datasetId', 'name'),
  },
  recipe: {
    collection: 'recipes',
    label: 'Recipe',
    page: (id) => `/recipes/${id}`,
    offered: offer(get('recipes/', MANY), 'recipeId', 'name'),
  },
  project: {
    collection: 'projects',
    label: 'Project',
    page: (id) => `/projects/${id}`,
    offered: offer(get('projects/', MANY), 'id', 'projectName'),
  },
  deployment: {
    collection: 'deployments',
    label: 'Deployment',
    page: (id) => `/deployments/${id}`,
    offered: offer(get('deployments/', { limit: 100 }), 'id', 'label'),
  },
  playground: { collection: 'playgrounds', label: 'Playground', page: (id) => `/playgrounds/${id}` },
  vectorDatabase: {
    collection: 'vectorDatabases',
    label: 'Vector database',
    page: (id) => `/vector-databases/${id}`,
  },
  registeredModelVersion: { collection: 'registeredModelVersions', label: 'Registered model version' },
};

/** What may be added here by choosing it from a list. */
export const offeredKinds = Object.entries(kinds).flatMap(([entityType, kind]) =>
  kind.offered ? [{ value: entityType, label: kind.label }] : [],
);

export const kindOf = (entityType: string): Kind =>
  (Object.hasOwn(kinds, entityType) ? kinds[entityType] : undefined) ?? {
    collection: `${entityType}s`,
    label: entityType,
  };

export const pageOf = ({ entityType, entityId }: Resource): string | undefined => kindOf(entityType).page?.(entityId);

const counts = [
  ['datasetsCount', 'dataset'],
  ['recipesCount', 'recipe'],
  ['projectsCount', 'project'],
  ['registeredModelVersionsCount', 'model version'],
  ['deploymentsCount', 'deployment'],
  ['playgroundsCount', 'playground'],
  ['vectorDatabasesCount', 'vector database'],
] as const;

/** What lies in a use case, as people say it: `2 datasets, 1 project`. */
export function contentsText(useCase: Pick<UseCase, (typeof counts)[number][0]>): string {
  const parts = counts
    .filter(([field]) => useCase[field] > 0)
    .map(([field, word]) => `${useCase[field]} ${word}${useCase[field] === 1 ? '' : 's'}`);
  return parts.join(', ') || 'nothing yet';
}
