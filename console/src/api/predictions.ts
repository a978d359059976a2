import type { ApiCall } from './call.ts';

type Cell = string | number | boolean | null;

export interface PredictionRow {
  readonly rowId: number;
  readonly prediction: string | number | null;
  readonly predictionValues: readonly { readonly label: string | number; readonly value: number | null }[];
  readonly predictionThreshold?: number;
  readonly isOutlierPrediction?: boolean;
  readonly predictionExplanations?: readonly {
    readonly feature: string;
    readonly featureValue: string | number | null;
    readonly strength: number | null;
    readonly qualitativeStrength: string | null;
  }[];
  readonly seriesId?: string | null;
  readonly timestamp?: string;
  readonly forecastDistance?: number;
  readonly predictionIntervals?: Readonly<
    Record<string, { readonly low: number | null; readonly high: number | null }>
  >;
}

export interface PredictionAnswer {
  readonly data: readonly PredictionRow[];
}

export type InputRow = Readonly<Record<string, Cell>>;

const at = (id: string): string => `deployments/${encodeURIComponent(id)}/predictions`;
const asked = (explanations: number) => (explanations > 0 ? { query: { maxExplanations: explanations } } : {});

export const predictionCalls = {
  rows: (id: string, rows: readonly InputRow[], explanations: number): ApiCall<PredictionAnswer> => ({
    method: 'POST',
    path: at(id),
    body: rows,
    ...asked(explanations),
  }),
  file: (id: string, name: string, explanations: number): ApiCall<PredictionAnswer> => ({
    method: 'POST',
    path: at(id),
    file: { name, raw: true },
    ...asked(explanations),
  }),
};
