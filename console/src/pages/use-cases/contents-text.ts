import type { UseCase } from '../../api/use-cases.ts';

type Counted = Pick<
  UseCase,
  | 'datasetsCount'
  | 'recipesCount'
  | 'projectsCount'
  | 'registeredModelVersionsCount'
  | 'deploymentsCount'
  | 'playgroundsCount'
  | 'vectorDatabasesCount'
>;

const kinds = [
  ['dataset', 'datasets', ({ datasetsCount }: Counted) => datasetsCount],
  ['recipe', 'recipes', ({ recipesCount }: Counted) => recipesCount],
  ['project', 'projects', ({ projectsCount }: Counted) => projectsCount],
  ['model version', 'model versions', (one: Counted) => one.registeredModelVersionsCount],
  ['deployment', 'deployments', ({ deploymentsCount }: Counted) => deploymentsCount],
  ['playground', 'playgrounds', ({ playgroundsCount }: Counted) => playgroundsCount],
  ['vector database', 'vector databases', (one: Counted) => one.vectorDatabasesCount],
] as const;

/** What lies in a use case, as people say it: `2 datasets, 1 project`. */
export function contentsText(useCase: Counted): string {
  const parts = kinds.flatMap(([one, many, read]) => {
    const count = read(useCase);
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.length === 0 ? 'nothing yet' : parts.join(', ');
}
