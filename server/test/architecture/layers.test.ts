import { expect, test } from 'vitest';
import { importsOf, isForTests, isSource, repositoryFiles } from './source-files.ts';

/**
 * The layers between the sub-folders of each large module, lowest first. A sub-folder imports only from lower layers;
 * sub-folders of the same layer do not know each other. Files directly in the module (tables, index.ts) are not in a layer.
 */
const layersOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'server/src/accounts': [
    ['directory'],
    ['sharing'],
    ['credentials'],
    ['authentication'],
    ['own-account', 'users', 'deleted-organizations'],
  ],
  'server/src/data': [
    ['duckdb', 'uploads'],
    ['data-stores', 'ingest'],
    ['profile'],
    ['versions'],
    ['datasets', 'features', 'chunks', 'recipes'],
  ],
  'server/src/projects': [
    ['core'],
    ['engine', 'queue'],
    ['lifecycle', 'data'],
    ['modeling', 'use-cases'],
    ['models', 'predictions'],
    ['insights'],
    ['packaging'],
  ],
  'server/src/projects/core': [['partitioning'], ['project'], ['features'], ['models']],
  'server/src/projects/data': [['features', 'calendars'], ['multiseries']],
  'server/src/projects/modeling': [['planning', 'training'], ['incremental'], ['autopilot'], ['aim']],
  'server/src/deployments': [
    ['recording'],
    ['scoring', 'environments'],
    ['registry'],
    ['records'],
    ['predictions', 'challengers', 'batch'],
    ['settings', 'retraining', 'key-values', 'event-log'],
  ],
  'server/src/monitoring': [
    ['scope'],
    ['profiles'],
    ['predictions', 'service', 'drift', 'custom-metrics'],
    ['actuals'],
    ['ingest', 'accuracy', 'fairness'],
    ['health'],
    ['notifications', 'exports'],
  ],
  'server/src/quotas': [['limiter'], ['budget', 'usage', 'workloads']],
  'server/src/genai': [
    ['counters', 'catalogue'],
    ['gateway'],
    ['vector-databases'],
    ['playgrounds'],
    ['chats'],
    ['comparisons', 'deployed'],
  ],
  'server/src/access-sync': [['outbound', 'graph'], ['provider-a', 'provider-b'], ['connections'], ['access', 'sync']],
  'server/src/platform': [
    ['async', 'blobs', 'db', 'log', 'mail', 'net', 'postgres', 'secrets', 'storage', 'tokens', 'tracing'],
    ['data-folder', 'http'],
    ['jobs', 'openapi'],
    ['events', 'metrics'],
  ],
  'engine/src': [
    ['core', 'kernels'],
    ['frame'],
    ['blend', 'intervals', 'metrics', 'partition', 'profiles', 'retrieval', 'series'],
    ['estimators'],
    ['explain', 'local', 'onnx'],
    ['forecasting', 'tabular'],
    ['autopilot', 'serving'],
  ],
};

const sources = repositoryFiles.filter(isSource);
const subFolderOf = (module: string, file: string): string | null => {
  const parts = file.slice(module.length + 1).split('/');
  return parts.length > 1 ? (parts[0] ?? null) : null;
};

for (const [module, layers] of Object.entries(layersOf)) {
  if (layers.length === 0) continue;
  const own = sources.filter((file) => file.startsWith(`${module}/`) && !isForTests(file));
  const layerOf = new Map(layers.flatMap((folders, layer) => folders.map((folder) => [folder, layer] as const)));

  test(`every sub-folder of ${module} has a layer`, () => {
    const folders = new Set(own.map((file) => subFolderOf(module, file)).filter((folder) => folder !== null));
    expect([...layerOf.keys()].toSorted()).toEqual([...folders].toSorted());
  });

  test(`the sub-folders of ${module} import only from lower layers`, () => {
    const wrong = own.flatMap((file) => {
      const from = subFolderOf(module, file);
      return importsOf(file)
        .filter((target) => target.startsWith(`${module}/`))
        .filter((target) => {
          const to = subFolderOf(module, target);
          if (from === null || to === null || from === to) return false;
          return (layerOf.get(to) ?? 0) >= (layerOf.get(from) ?? 0);
        })
        .map((target) => `${file} -> ${target}`);
    });
    expect(wrong).toEqual([]);
  });
}

test('no files import each other in a circle', () => {
  const imports = new Map(sources.map((file) => [file, importsOf(file)]));
  expect(circlesIn(imports)).toEqual([]);
});

/** Strongly connected components of more than one file (Tarjan 1972), each as a sorted list. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (target === file || !imports.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file) ?? 0, low.get(target) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return circles;
}
