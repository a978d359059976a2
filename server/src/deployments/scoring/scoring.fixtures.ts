import type { BundleColumn } from '../bundle.ts';
import type { MadeModel } from '../made-models.fixtures.ts';
import type { ModelSource } from './hot-model.ts';

/** A model made in a test, as it is loaded to answer. */
export function sourceOf(id: string, { files, weights, plan, target, table }: MadeModel): ModelSource {
  const columns = table.columns
    .filter(({ name }) => name !== target.name)
    .map(
      ({ name, kind }): BundleColumn => ({
        name,
        kind,
        featureType: kind,
        dateFormat: null,
        needed: true,
        knownInAdvance: false,
        importance: null,
      }),
    );
  const bundle = {
    plan,
    target,
    columns,
    transforms: [],
    usualRange: null,
    artifact: { kind: 'rows', weights },
  } as const;
  return { id, modelId: id, bundle, files };
}
