import { queryOptions } from '@tanstack/react-query';
import { type ApiCall, get, patch, post, put, remove } from './call.ts';
import type { Window } from './calls.ts';
import type { BegunDataset } from './datasets.ts';
import type { PlotBin } from './features.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

/** One step of a recipe. What its arguments are depends on the directive. */
export interface Operation {
  readonly directive: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly skip?: boolean;
}

export interface RecipeInput {
  readonly inputType: 'dataset' | 'datasource';
  readonly datasetId: string | null;
  readonly datasetVersionId?: string | null;
  readonly dataSourceId?: string;
  readonly alias: string | null;
  readonly sampling: Operation | null;
}

export interface RecipeSettings {
  readonly target: string | null;
  readonly weightsFeature: string | null;
}

interface Person {
  readonly id: string;
  readonly username: string;
  readonly fullName: string | null;
}

export interface Recipe {
  readonly recipeId: string;
  readonly name: string;
  readonly description: string;
  readonly dialect: string;
  readonly status: 'draft' | 'published';
  readonly recipeType: 'SQL' | 'WRANGLING';
  readonly inputs: readonly RecipeInput[];
  readonly operations: readonly Operation[];
  /** Applied when the recipe is published; `sampling` of the first input when it is previewed. */
  readonly downsampling: Operation | null;
  readonly settings: RecipeSettings;
  readonly sql: string | null;
  readonly errorMessage: string | null;
  readonly failedOperationsIndex: number | null;
  readonly createdAt: string;
  readonly createdBy: Person;
  readonly updatedAt: string;
}

export interface Preview {
  readonly columns: readonly string[];
  readonly data: readonly (readonly (string | null)[])[];
  readonly totalCount: number;
  readonly resultSchema: readonly { readonly name: string; readonly dataType: string }[];
  readonly estimatedSizeExceedsLimit: boolean;
}

export interface Insight {
  readonly name: string;
  readonly featureType: string;
  readonly uniqueCount: number;
  readonly naCount: number;
  readonly min: number | string | null;
  readonly max: number | string | null;
  readonly mean: number | string | null;
  readonly median: number | string | null;
  readonly stdDev: number | null;
  readonly plot: readonly PlotBin[];
}

export interface Insights extends Page<Insight> {
  readonly status: 'running' | 'completed' | 'error';
  readonly message: string | null;
}

export const recipePath = (id: string): string => `recipes/${segment(id)}/`;
const used = (operations?: number) => (operations === undefined ? {} : { numberOfOperationsToUse: operations });

export const recipeCalls = {
  list: (window: Window, search?: string): ApiCall<Page<Recipe>> =>
    get('recipes/', { ...window, orderBy: '-updatedAt', ...(search ? { search } : {}) }),
  one: (id: string): ApiCall<Recipe> => get(recipePath(id)),
  fromDataset: (datasetId: string, recipeType: Recipe['recipeType'] = 'WRANGLING'): ApiCall<Recipe> =>
    post('recipes/fromDataset/', { datasetId, recipeType }),
  clone: (recipeId: string, name: string): ApiCall<Recipe> => post('recipes/fromRecipe/', { recipeId, name }),
  change: (id: string, change: { name?: string; description?: string; sql?: string }): ApiCall<Recipe> =>
    patch(recipePath(id), change),
  setInputs: (id: string, inputs: readonly RecipeInput[]): ApiCall<Recipe> =>
    put(`${recipePath(id)}inputs/`, { inputs }),
  setOperations: (id: string, operations: readonly Operation[]): ApiCall<Recipe> =>
    put(`${recipePath(id)}operations/`, { operations }),
  setDownsampling: (id: string, downsampling: Operation | null): ApiCall<Recipe> =>
    put(`${recipePath(id)}downsampling/`, { downsampling }),
  setSettings: (id: string, settings: RecipeSettings): ApiCall<RecipeSettings> =>
    patch(`${recipePath(id)}settings/`, { ...settings }),
  remove: (id: string): ApiCall<void> => remove(recipePath(id)),
  makePreview: (id: string, operations?: number): ApiCall<{ readonly statusId: string }> =>
    post(`${recipePath(id)}preview/`, used(operations)),
  preview: (id: string, operations?: number): ApiCall<Preview> =>
    get(`${recipePath(id)}preview/`, { limit: 200, ...used(operations) }),
  insights: (id: string): ApiCall<Insights> => get(`${recipePath(id)}insights/`, { limit: 1000 }),
  sql: (id: string): ApiCall<{ readonly sql: string }> => post(`${recipePath(id)}sql/`, {}),
  publish: (recipeId: string, name: string): ApiCall<BegunDataset> => post('datasets/fromRecipe/', { recipeId, name }),
};

const OFTEN_MS = 1000;

export const recipeKeys = {
  all: ['recipes'],
  lists: ['recipes', 'list'],
  one: (id: string) => ['recipes', 'one', id],
} as const;

export const recipeQueries = {
  list: (window: Window, search = '') =>
    ask([...recipeKeys.lists, String(window.offset), search], recipeCalls.list(window, search)),
  one: (id: string) => ask([...recipeKeys.one(id), 'record'], recipeCalls.one(id)),
  insights: (id: string, version: string) =>
    queryOptions({
      ...ask([...recipeKeys.one(id), 'insights', version], recipeCalls.insights(id)),
      refetchInterval: ({ state }) => (state.data?.status === 'running' ? OFTEN_MS : false),
    }),
  sql: (id: string, version: string) => ask([...recipeKeys.one(id), 'sql', version], recipeCalls.sql(id)),
};
