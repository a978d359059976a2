import { useMemo } from 'react';
import { accuracyCalls, type Selection, type VersusBucket } from '../../../api/monitoring.ts';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { bucketText, figure, share } from '../../../parts/format.ts';
import { Panel, Reply } from '../../../parts/panel.tsx';
import { Strong } from '../../../parts/text.tsx';

interface VersusPanelProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly target: string;
}

/** What was predicted and what happened, side by side. */
export function VersusPanel({ deploymentId, asked, target }: VersusPanelProps) {
  return (
    <Panel title="Predictions and actuals" intro="Only rows whose actual is known.">
      <Reply to={accuracyCalls.versus(deploymentId, asked)} keepPrevious what="predictions and actuals">
        {({ buckets }) => <Lines buckets={buckets} target={target} />}
      </Reply>
    </Panel>
  );
}

function Lines({ buckets, target }: { buckets: readonly VersusBucket[]; target: string }) {
  const places = useMemo(() => buckets.map(({ period }) => bucketText(period)), [buckets]);
  const { lines, ofClass } = useMemo(() => versusLines(buckets), [buckets]);
  const label = ofClass === undefined ? `Mean of ${target}` : `Share of ${target} = ${ofClass}`;
  return (
    <>
      <Strong mb={4}>{label}</Strong>
      <BucketChart
        label={`${label}, predicted and actual`}
        places={places}
        lines={lines}
        write={ofClass === undefined ? figure : share}
        bars
      />
    </>
  );
}

interface VersusLines {
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** Of classes one is drawn: the first that is known. */
  readonly ofClass: string | undefined;
}

/** Means of numbers; of classes the shares of one. */
function versusLines(buckets: readonly VersusBucket[]): VersusLines {
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
