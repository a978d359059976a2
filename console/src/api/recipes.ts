import type { ApiCall, BodyOf, ElementOf, Page, ReplyOf, Window } from './call.ts';
import { get, patch, post, put, remove } from './call.ts';
import { callQuery } from './call-query.ts';

type RecipeReply = ReplyOf<'get', 'recipes/{recipeId}/'>;
export type Recipe = Omit<RecipeReply, 'inputs' | 'operations' | 'downsampling'> & {
  readonly inputs: readonly RecipeInput[];
  readonly operations: readonly Operation[];
  readonly downsampling: Operation | null;
};
/** A step or a sampling. Forms are built from a table of directives, so the arguments are values by name here. */
export interface Operation {
  readonly directive: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly skip?: boolean;
}
/** The schema of the reply leaves open what the server fills in. */
export type RecipeInput = {
  readonly inputType: ElementOf<RecipeReply['inputs']>['inputType'];
  readonly datasetId: string | null;
  readonly dataSourceId?: string;
  readonly alias: string | null;
  readonly sampling: Operation | null;
};
export type RecipeSettings = BodyOf<'patch', 'recipes/{recipeId}/settings/'>;

type Inputs = BodyOf<'put', 'recipes/{recipeId}/inputs/'>['inputs'];
type Operations = BodyOf<'put', 'recipes/{recipeId}/operations/'>['operations'];
type Downsampling = BodyOf<'put', 'recipes/{recipeId}/downsampling/'>['downsampling'];
const recipe = (call: ApiCall<RecipeReply>) => call as ApiCall<Recipe>;
const used = (operations?: number) => (operations === undefined ? {} : { numberOfOperationsToUse: operations });

export const recipeCalls = {
  list: (window: Window, search?: string) =>
    get('recipes/', { ...window, orderBy: '-updatedAt', search: search || undefined }) as ApiCall<Page<Recipe>>,
  one: (recipeId: string) => recipe(get('recipes/{recipeId}/', { recipeId })),
  fromDataset: (datasetId: string, recipeType: Recipe['recipeType'] = 'WRANGLING') =>
    recipe(post('recipes/fromDataset/', { body: { datasetId, recipeType } })),
  clone: (recipeId: string, name: string) => recipe(post('recipes/fromRecipe/', { body: { recipeId, name } })),
  change: (recipeId: string, body: BodyOf<'patch', 'recipes/{recipeId}/'>) =>
    recipe(patch('recipes/{recipeId}/', { recipeId, body })),
  setInputs: (recipeId: string, inputs: readonly RecipeInput[]) =>
    put('recipes/{recipeId}/inputs/', { recipeId, body: { inputs: inputs as Inputs } }),
  setOperations: (recipeId: string, operations: readonly Operation[]) =>
    recipe(put('recipes/{recipeId}/operations/', { recipeId, body: { operations: operations as Operations } })),
  setDownsampling: (recipeId: string, downsampling: Operation | null) =>
    put('recipes/{recipeId}/downsampling/', { recipeId, body: { downsampling: downsampling as Downsampling } }),
  setSettings: (recipeId: string, body: BodyOf<'patch', 'recipes/{recipeId}/settings/'>) =>
    patch('recipes/{recipeId}/settings/', { recipeId, body }),
  remove: (recipeId: string) => remove('recipes/{recipeId}/', { recipeId }),
  makePreview: (recipeId: string, operations?: number) =>
    post('recipes/{recipeId}/preview/', { recipeId, body: used(operations) }),
  preview: (recipeId: string, operations?: number) =>
    get('recipes/{recipeId}/preview/', { recipeId, limit: 200, ...used(operations) }),
  insights: (recipeId: string) => get('recipes/{recipeId}/insights/', { recipeId, limit: 1000 }),
  sql: (recipeId: string) => post('recipes/{recipeId}/sql/', { recipeId, body: {} }),
  publish: (recipeId: string, name: string) => post('datasets/fromRecipe/', { body: { recipeId, name } }),
};

export const recipeKeys = {
  all: ['recipes'],
  one: (id: string) => ['recipes', id],
} as const;

const OFTEN_MS = 1000;

export const recipeQueries = {
  insights: (id: string, version: string) =>
    callQuery(recipeCalls.insights(id), {
      version,
      poll: (insights) => (insights?.status === 'running' ? OFTEN_MS : false),
    }),
  sql: (id: string, version: string) => callQuery(recipeCalls.sql(id), { version }),
};
