import {
  averagePredictions,
  type DerivedFeature,
  type PanelSettings as EnginePanelSettings,
  EngineProblem,
  type Fitted,
  type Frame,
  openForecaster,
  readModel,
  type ServedForecaster,
  withTransforms,
} from '@almanac/engine';
import type { ManifestColumn, ManifestTarget, ModelManifest } from '../model-manifest.ts';
import { damagedModel } from './scoring-refusal.ts';
import type { FastPath } from './scoring-request.ts';

/** The part of a manifest that scoring needs. */
type ServedManifest = Pick<ModelManifest, 'plan' | 'target' | 'columns' | 'transforms' | 'usualRange'> & {
  readonly artifact: { readonly kind: 'forecaster' } | { readonly kind: 'rows'; readonly weights: readonly number[] };
};

/** A model as stored: of a registered version, or of a leaderboard. */
export interface ModelSource {
  /** The cache key: the same ID is always the same model. */
  readonly id: string;
  readonly modelId: string;
  readonly manifest: ServedManifest;
  /** The files of the artifact, in its order. */
  readonly files: readonly Uint8Array[];
}

export interface RowsModel {
  readonly kind: 'rows';
  readonly members: readonly Fitted[];
  readonly weights: readonly number[];
  /** Predictions for rows with the columns of the manifest. */
  predict(sent: Frame): Float64Array;
  /** Adds the features that are derived from columns. */
  prepare(sent: Frame): Frame;
}

export interface SeriesModel {
  readonly kind: 'series';
  readonly forecaster: ServedForecaster;
  prepare(sent: Frame): Frame;
}

/** A model in memory, ready to score. */
export interface CachedModel {
  readonly id: string;
  readonly modelId: string;
  readonly manifest: ServedManifest;
  readonly target: ManifestTarget;
  /** Of the classes, by index. */
  readonly labels: readonly (string | number)[];
  readonly columns: readonly ManifestColumn[];
  /** Columns that every request must hold. */
  readonly needed: ReadonlySet<string>;
  readonly scorer: RowsModel | SeriesModel;
  /** Approximate size in memory. */
  readonly bytes: number;
  /** Opened by the first request. */
  fastPath: FastPath | null;
  /** Milliseconds per received byte, learned from requests; null until the first. */
  pace: number | null;
}

/** Trees unfolded for the kernels, and the objects they were read from. */
const UNFOLDED = 3;

/** Files that cannot be read as models are refused by the model's name. */
export function openModel(source: ModelSource): CachedModel {
  try {
    return readFiles(source);
  } catch (error) {
    const isFormat = error instanceof EngineProblem && error.code.startsWith('format.');
    throw isFormat ? damagedModel(source.modelId, error.message) : error;
  }
}

function readFiles({ id, modelId, manifest, files }: ModelSource): CachedModel {
  const { target, columns } = manifest;
  const derived = manifest.transforms as readonly DerivedFeature[];
  const prepare = derived.length === 0 ? (sent: Frame) => sent : (sent: Frame) => withTransforms(sent, derived);
  return {
    id,
    modelId,
    manifest,
    target,
    labels: labelsOf(target.classes),
    columns,
    needed: new Set(columns.filter(({ needed }) => needed).map(({ name }) => name)),
    scorer:
      manifest.artifact.kind === 'rows'
        ? rowsModel(files, manifest.artifact.weights, prepare)
        : seriesModel(files, prepare),
    bytes: files.reduce((sum, file) => sum + file.length, 0) * UNFOLDED,
    fastPath: null,
    pace: null,
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

/** A number as a program writes one: no zeros in front, which would make it a code. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Labels that are numbers in the data are numbers in the answer, as clients compare them; all of one type. */
const labelsOf = (classes: readonly string[]): readonly (string | number)[] =>
  classes.every((label) => NUMBER.test(label) && label.length < 16) ? classes.map(Number) : classes;

export type PanelSettings = EnginePanelSettings;
type SeriesPlan = Extract<ModelManifest['plan'], { readonly kind: 'series' }>;

/** The plan of a model that forecasts. */
export function getSeriesPlan({ plan }: Pick<ModelManifest, 'plan'>): SeriesPlan {
  if (plan.kind !== 'series') throw new Error('A model on rows has no series.');
  return plan;
}
