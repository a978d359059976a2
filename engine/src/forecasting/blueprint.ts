/** Loss and size of a boosted global model. */
export interface BoostingSettings {
  readonly loss: 'squared' | 'huber' | 'absolute';
  readonly rounds: number;
  readonly leaves: number;
  readonly learningRate: number;
  readonly minChildRows: number;
  readonly columnShare: number;
  readonly rowShare: number;
  /** Where Huber's squares turn into lines, in mean absolute deviations of the scaled target. */
  readonly huberBend: number;
}

/** How the target of a global model is scaled; turned into a normaliser once the data are known. */
export type Scaling = 'level' | 'change' | 'log-level' | 'log-change';

/** A forecasting recipe as data: shown by the console, stored with the model, run as a job of its own. */
export type ForecastBlueprint = BlueprintBase &
  (
    | {
        readonly kind: 'local';
        readonly forecaster: string;
        readonly params?: Readonly<Record<string, unknown>>;
        readonly season: 'longest' | 'shortest' | 'none';
        readonly log: boolean;
      }
    | {
        readonly kind: 'boosting';
        readonly scaling: Scaling;
        readonly boosting: BoostingSettings;
        readonly maxRows: number;
        readonly members: number;
        /** Separate models for near and far distances. */
        readonly blocks: boolean;
      }
    | {
        /** One ridge map from the newest cells to all distances. */
        readonly kind: 'lag-map';
        readonly scaling: Scaling;
        readonly maxOrigins: number;
      }
    | {
        /** Elastic net on the derived features. */
        readonly kind: 'linear';
        readonly scaling: Scaling;
        readonly maxRows: number;
      }
  );

export interface BlueprintBase {
  readonly id: string;
  readonly title: string;
  /** Group in the blueprint catalogue: TS-00 baselines, TS-01 Theta, ... */
  readonly family: string;
  /** Rough cost of one fit, relative to a Theta fit of every series; decides the order of work. */
  readonly cost: number;
}
