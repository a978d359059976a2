import type { MadeModel } from '../model.fixtures.ts';
import type { ManifestColumn } from '../model-manifest.ts';
import type { ModelSource } from './cached-model.ts';

/** A model made in a test, as it is loaded to answer. */
export function sourceOf(id: string, { files, weights, plan, target, table }: MadeModel): ModelSource {
  const columns = table.columns
    .filter(({ name }) => name !== target.name)
    .map(
      ({ name, kind }): ManifestColumn => ({
        name,
        kind,
        featureType: kind,
        dateFormat: null,
        needed: true,
        knownInAdvance: false,
        importance: null,
      }),
    );
  const manifest = {
    plan,
    target,
    columns,
    transforms: [],
    usualRange: null,
    artifact: { kind: 'rows', weights },
  } as const;
  return { id, modelId: id, manifest, files };
}
