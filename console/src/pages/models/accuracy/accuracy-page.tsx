import { insightCalls } from '../../../api/models.ts';
import { ModelFrame } from '../model-frame.tsx';
import { Confusions } from './confusion.tsx';
import { DistanceScores } from './distance-scores.tsx';
import { ForecastPanel } from './forecast-panel.tsx';
import { LiftPanel } from './lift-panel.tsx';
import { ResidualsPanel } from './residuals-panel.tsx';
import { RocPanel } from './roc-panel.tsx';

/** What fits the kind of project: plots over time, residuals of numbers, curves of classes. */
export function AccuracyPage() {
  return (
    <ModelFrame
      part="Accuracy"
      calls={(about) => [insightCalls.overTime({ ...about, part: 0, seriesId: undefined }), insightCalls.lift(about)]}
    >
      {(shown) => {
        const { project, dated } = shown;
        const type = project.targetType;
        return (
          <>
            {dated && <ForecastPanel {...shown} />}
            {project.partition.useTimeSeries && <DistanceScores {...shown} />}
            {type === 'Regression' && <ResidualsPanel {...shown} />}
            {type === 'Binary' && <RocPanel {...shown} />}
            {type === 'Multiclass' && <Confusions {...shown} />}
            {(type === 'Regression' || type === 'Binary') && <LiftPanel {...shown} />}
          </>
        );
      }}
    </ModelFrame>
  );
}
