import { type ApiCall, get, post } from './call.ts';
import { type About, insightKey } from './model-insights.ts';
import { modelPath } from './models.ts';
import { ask } from './queries.ts';

export interface LiftBin {
  readonly actual: number;
  readonly predicted: number;
  readonly binWeight: number;
}

export interface Roc {
  readonly source: string;
  readonly auc: number;
  readonly rocPoints: readonly {
    readonly threshold: number;
    readonly accuracy: number;
    readonly f1Score: number;
    readonly truePositiveRate: number;
    readonly falsePositiveRate: number;
    readonly truePositiveScore: number;
    readonly trueNegativeScore: number;
    readonly falsePositiveScore: number;
    readonly falseNegativeScore: number;
  }[];
}

export interface Residuals {
  readonly residualMean: number;
  readonly coefficientOfDetermination: number;
  readonly standardDeviation: number;
  readonly histogram: readonly {
    readonly intervalStart: number;
    readonly intervalEnd: number;
    readonly occurrences: number;
  }[];
  /** Actual, predicted, what is between them. */
  readonly data: readonly (readonly number[])[];
}

export interface Confusion {
  readonly source: string;
  readonly data: {
    readonly classes: readonly string[];
    readonly confusionMatrix: readonly (readonly number[])[];
    readonly classMetrics: readonly {
      readonly className: string;
      readonly actualCount: number;
      readonly f1: number;
      readonly recall: number;
      readonly precision: number;
    }[];
  };
}

export interface ExplainedRow {
  readonly rowId: number;
  readonly prediction: string | number;
  readonly timestamp?: string;
  readonly forecastDistance?: number;
  readonly seriesId?: string;
  readonly predictionExplanations: readonly {
    readonly feature: string;
    readonly featureValue: string | number;
    readonly strength: number;
    readonly qualitativeStrength: string;
  }[];
}

interface Charts<Item> {
  readonly charts: readonly Item[];
}

const at = ({ projectId, modelId }: About) => modelPath(projectId, modelId);
const SAMPLE = 'predictionExplanationsInitialization/';

export const chartCalls = {
  lift: (of: About): ApiCall<Charts<{ readonly source: string; readonly bins: readonly LiftBin[] }>> =>
    get(`${at(of)}liftChart/`),
  roc: (of: About): ApiCall<Charts<Roc>> => get(`${at(of)}rocCurve/`),
  residuals: (of: About): ApiCall<{ readonly residuals: Readonly<Record<string, Residuals>> }> =>
    get(`${at(of)}residuals/`),
  confusion: (of: About): ApiCall<Charts<Confusion>> => get(`${at(of)}confusionCharts/`),
  explanations: (of: About): ApiCall<{ readonly predictionExplanationsSample: readonly ExplainedRow[] }> =>
    get(`${at(of)}${SAMPLE}`),
  explain: (of: About): ApiCall<unknown> => post(`${at(of)}${SAMPLE}`),
};

const once = { retry: false } as const;

export const chartQueries = {
  lift: (of: About) => ({ ...ask(insightKey(of, 'lift'), chartCalls.lift(of)), ...once }),
  roc: (of: About) => ({ ...ask(insightKey(of, 'roc'), chartCalls.roc(of)), ...once }),
  residuals: (of: About) => ({ ...ask(insightKey(of, 'residuals'), chartCalls.residuals(of)), ...once }),
  confusion: (of: About) => ({ ...ask(insightKey(of, 'confusion'), chartCalls.confusion(of)), ...once }),
  explanations: (of: About) => ({ ...ask(insightKey(of, 'explanations'), chartCalls.explanations(of)), ...once }),
};
