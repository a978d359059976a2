import {
  averagePredictions,
  type DerivedFeature,
  EngineProblem,
  type Fitted,
  type Frame,
  openForecaster,
  readModel,
  type ServedForecaster,
  withTransforms,
} from '@almanac/engine';
import type { ManifestColumn, ManifestTarget, ModelManifest } from '../model-manifest.ts';
import { labelsOf } from './labels.ts';
import { damagedModel } from './refusal.ts';

/** What of a bundle answering needs. */
export type ServedBundle = Pick<ModelManifest, 'plan' | 'target' | 'columns' | 'transforms' | 'usualRange'> & {
  readonly artifact: { readonly kind: 'forecaster' } | { readonly kind: 'rows'; readonly weights: readonly number[] };
};

/** A model as it lies in the store: of a registered version, or of a leaderboard. */
export interface ModelSource {
  /** What it is held under: the same id is always the same model. */
  readonly id: string;
  readonly modelId: string;
  readonly bundle: ServedBundle;
  /** The files of the artifact, in its order. */
  readonly files: readonly Uint8Array[];
}

export interface RowsModel {
  readonly kind: 'rows';
  readonly members: readonly Fitted[];
  readonly weights: readonly number[];
  /** Answers of rows that hold the columns of the bundle. */
  predict(sent: Frame): Float64Array;
  /** The rows as the members see them: with the features that are made of columns. */
  prepare(sent: Frame): Frame;
}

export interface SeriesModel {
  readonly kind: 'series';
  readonly forecaster: ServedForecaster;
  prepare(sent: Frame): Frame;
}

/** A model in memory, ready to answer. */
export interface HotModel {
  readonly id: string;
  readonly modelId: string;
  readonly bundle: ServedBundle;
  readonly target: ManifestTarget;
  /** Of the classes, by number. */
  readonly labels: readonly (string | number)[];
  readonly columns: readonly ManifestColumn[];
  /** Names of columns a request on rows must hold. */
  readonly needed: ReadonlySet<string>;
  readonly serves: RowsModel | SeriesModel;
  /** About what it takes in memory. */
  readonly bytes: number;
}

/** Trees unfolded for the kernels, and the objects they were read from. */
const UNFOLDED = 3;

/** Files that cannot be read as models are refused by the model's name. */
export function openModel(source: ModelSource): HotModel {
  try {
    return opened(source);
  } catch (error) {
    const isFormat = error instanceof EngineProblem && error.code.startsWith('format.');
    throw isFormat ? damagedModel(source.modelId, error.message) : error;
  }
}

function opened({ id, modelId, bundle, files }: ModelSource): HotModel {
  const { target, columns } = bundle;
  const derived = bundle.transforms as readonly DerivedFeature[];
  const prepare = derived.length === 0 ? (sent: Frame) => sent : (sent: Frame) => withTransforms(sent, derived);
  return {
    id,
    modelId,
    bundle,
    target,
    labels: labelsOf(target.classes),
    columns,
    needed: new Set(columns.filter(({ needed }) => needed).map(({ name }) => name)),
    serves:
      bundle.artifact.kind === 'rows'
        ? rowsModel(files, bundle.artifact.weights, prepare)
        : seriesModel(files, prepare),
    bytes: files.reduce((sum, file) => sum + file.length, 0) * UNFOLDED,
  };
}

function rowsModel(files: readonly Uint8Array[], weights: readonly number[], prepare: RowsModel['prepare']): RowsModel {
  const members = files.map((file) => readModel(file).model);
  const [alone] = members;
  const whole = members.length === 1 && alone !== undefined && weights[0] === 1 ? alone : null;
  return {
    kind: 'rows',
    members,
    weights,
    prepare,
    predict(sent) {
      const x = prepare(sent);
      if (whole !== null) return whole.predict(x);
      return averagePredictions(
        members.map((member) => member.predict(x)),
        weights,
      );
    },
  };
}

function seriesModel(files: readonly Uint8Array[], prepare: SeriesModel['prepare']): SeriesModel {
  const [file] = files;
  if (file === undefined) throw new Error('A forecaster has one file.');
  return { kind: 'series', forecaster: openForecaster(file), prepare };
}
