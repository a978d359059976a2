import type { VersusBucket } from '../../../api/monitoring.ts';

interface VersusLines {
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** Of classes one is drawn: the first that is known. */
  readonly ofClass: string | undefined;
}

/** Means of numbers; of classes the shares of one. */
export function versusLines(buckets: readonly VersusBucket[]): VersusLines {
  const ofClass = buckets.flatMap(
    ({ actualClassDistribution: all }) => all?.map(({ className }) => className) ?? [],
  )[0];
  const part = (classes: VersusBucket['actualClassDistribution']) => {
    const found = classes?.find(({ className }) => className === ofClass);
    return found ? found.percent / 100 : null;
  };
  const values = (one: 'predicted' | 'actual') =>
    buckets.map((bucket) => {
      if (ofClass === undefined) return one === 'predicted' ? bucket.meanPredictedValue : bucket.meanActualValue;
      return part(one === 'predicted' ? bucket.predictedClassDistribution : bucket.actualClassDistribution);
    });
  return {
    ofClass,
    lines: [
      { name: 'Predicted', values: values('predicted') },
      { name: 'Actual', values: values('actual') },
    ],
  };
}
