import type { Step } from '../story.ts';

interface Row {
  readonly seriesId: string;
  readonly timestamp: string;
  readonly prediction: number;
  readonly predictionIntervals?: Readonly<Record<string, { readonly low: number; readonly high: number }>>;
  readonly predictionExplanations?: readonly { readonly feature: string; readonly qualitativeStrength: string }[];
}

/** The year after the data end. The model remembers the history of its series: only the questions are sent. */
const QUARTERS = ['2018-01-01', '2018-04-01', '2018-07-01', '2018-10-01'];
const PLACE = 'Melbourne: Holiday';

export const predict: Step = {
  title: `Predict: ${PLACE}, the next four quarters, with intervals and explanations`,
  async run({ client, tell, deploymentId }) {
    const rows = QUARTERS.map((quarter) => ({
      quarter,
      place: PLACE,
      state: 'Victoria',
      purpose: 'Holiday',
      trips: null,
    }));
    const { data } = await client.call<{ data: readonly Row[] }>(
      `POST /predApi/v1.0/deployments/${deploymentId}/predictions?maxExplanations=3`,
      rows,
    );
    for (const { timestamp, prediction, predictionIntervals, predictionExplanations } of data) {
      const { low, high } = predictionIntervals?.['80'] ?? { low: Number.NaN, high: Number.NaN };
      const why = (predictionExplanations ?? []).map((one) => `${one.feature} ${one.qualitativeStrength}`).join(', ');
      tell(
        `${timestamp.slice(0, 7)}: ${prediction.toFixed(0)} thousand trips, 80 % between ${low.toFixed(0)} and ` +
          `${high.toFixed(0)}${why === '' ? '' : `; because of ${why}`}`,
      );
    }
  },
};
