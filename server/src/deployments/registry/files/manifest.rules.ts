import type { ModelPackageRow } from '../../deployments.tables.ts';
import type { ModelManifest } from '../../model-manifest.ts';
import type { Manifest } from './manifest.schema.ts';

export const MANIFEST = 'manifest.json';

const bare = (key: string): string => key.split('/').at(-1) ?? key;

/** Names of the blobs a bundle reads, each as it is called in a package file. */
export function filesOf({ artifact, referenceKey }: Pick<ModelManifest, 'artifact' | 'referenceKey'>): string[] {
  return [...(artifact.kind === 'forecaster' ? [artifact.key] : artifact.keys), referenceKey];
}

const renameKeys = (artifact: ModelManifest['artifact'], rename: (key: string) => string): ModelManifest['artifact'] =>
  artifact.kind === 'forecaster'
    ? { kind: 'forecaster', key: rename(artifact.key) }
    : { kind: 'rows', keys: artifact.keys.map(rename), weights: artifact.weights };

/** What a version is, without anything that means something only here: its folder, its dataset. */
export function manifestOf(row: ModelPackageRow, bundle: ModelManifest): Manifest {
  const { name } = bundle.trainingDataset;
  return {
    almanac: 'model package',
    format: 1,
    name: row.name,
    description: row.description,
    modelId: row.model_id,
    modelType: row.model_type,
    projectName: row.project_name,
    predictionThreshold: row.prediction_threshold,
    bundle: {
      ...bundle,
      artifact: renameKeys(bundle.artifact, bare),
      referenceKey: bare(bundle.referenceKey),
      trainingDataset: { id: null, versionId: null, name },
    } as unknown as Manifest['bundle'],
  };
}

/** The bundle with the blobs of a folder. */
export function bundleIn(folder: string, { bundle }: Manifest): ModelManifest {
  const inside = (file: string): string => `${folder}${file}`;
  const { artifact, referenceKey } = bundle;
  const moved = { artifact: renameKeys(artifact, inside), referenceKey: inside(referenceKey) };
  return { ...(bundle as unknown as ModelManifest), ...moved };
}

const TASKS = { Regression: 'regression', Binary: 'binary', Multiclass: 'multiclass', Anomaly: 'anomaly' } as const;

/** What does not fit together in a manifest, as a sentence; undefined when all does. */
export function contradiction({ bundle }: Manifest, files: ReadonlySet<string>): string | undefined {
  const { plan, target, artifact } = bundle;
  const missing = filesOf(bundle).filter((file) => !files.has(file));
  if (missing.length > 0) return `the file ${missing.join(', ')} is missing`;
  if ((plan.kind === 'series') !== (artifact.kind === 'forecaster')) return 'its plan is not that of its model';
  if (plan.kind === 'table' && plan.task !== TASKS[target.type]) return 'its plan and its target differ';
  if (plan.kind === 'series' && plan.panel.target !== target.name) return 'its plan and its target differ';
  if (target.type === 'Binary' && target.classes.length !== 2) return 'a model of two classes names two';
  if (artifact.kind === 'rows' && artifact.keys.length !== artifact.weights.length)
    return 'its weights are not of its models';
  return undefined;
}
