import { type ApiCall, get } from '../../api/call.ts';
import type { Resource } from '../../api/use-cases.ts';

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
  readonly offered?: { readonly call: ApiCall<unknown>; readonly read: (reply: never) => readonly Thing[] };
}

const MANY = { limit: 1000 };

interface Listed<Item> {
  readonly data: readonly Item[];
}

const kinds: Readonly<Record<string, Kind>> = {
  dataset: {
    collection: 'datasets',
    label: 'Dataset',
    page: (id) => `/datasets/${id}`,
    offered: {
      call: get('datasets/', MANY),
      read: ({ data }: Listed<{ datasetId: string; name: string }>) =>
        data.map(({ datasetId, name }) => ({ id: datasetId, name })),
    },
  },
  recipe: {
    collection: 'recipes',
    label: 'Recipe',
    page: (id) => `/recipes/${id}`,
    offered: {
      call: get('recipes/', MANY),
      read: ({ data }: Listed<{ recipeId: string; name: string }>) =>
        data.map(({ recipeId, name }) => ({ id: recipeId, name })),
    },
  },
  project: {
    collection: 'projects',
    label: 'Project',
    page: (id) => `/projects/${id}`,
    offered: {
      call: get('projects/', MANY),
      read: (projects: readonly { id: string; projectName: string }[]) =>
        projects.map(({ id, projectName }) => ({ id, name: projectName })),
    },
  },
  deployment: {
    collection: 'deployments',
    label: 'Deployment',
    page: (id) => `/deployments/${id}`,
    offered: {
      call: get('deployments/', { limit: 100 }),
      read: ({ data }: Listed<{ id: string; label: string }>) => data.map(({ id, label }) => ({ id, name: label })),
    },
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
