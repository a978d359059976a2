import type { UseCase } from '../../api/use-cases.ts';

const kinds = [
  ['dataset', 'datasets', ({ datasetsCount }: UseCase) => datasetsCount],
  ['recipe', 'recipes', ({ recipesCount }: UseCase) => recipesCount],
  ['project', 'projects', ({ projectsCount }: UseCase) => projectsCount],
  ['model version', 'model versions', (one: UseCase) => one.registeredModelVersionsCount],
  ['deployment', 'deployments', ({ deploymentsCount }: UseCase) => deploymentsCount],
  ['playground', 'playgrounds', ({ playgroundsCount }: UseCase) => playgroundsCount],
  ['vector database', 'vector databases', (one: UseCase) => one.vectorDatabasesCount],
] as const;

/** What lies in a use case, as people say it: `2 datasets, 1 project`. */
export function contentsText(useCase: UseCase): string {
  const parts = kinds.flatMap(([one, many, read]) => {
    const count = read(useCase);
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.length === 0 ? 'nothing yet' : parts.join(', ');
}
