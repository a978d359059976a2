import { Group, SegmentedControl } from '@mantine/core';
import { useCall } from '../../../api/call-query.ts';
import { deploymentCalls } from '../../../api/deployments.ts';
import { ChoiceField, NumberField, TagsField } from '../../../parts/fields.tsx';
import { FieldGroup, type FieldsProps, SwitchField } from './field-group.tsx';

/** What is looked at, besides the service itself. */
export function WatchFields({ deployment, settings, onChange }: FieldsProps) {
  const features = useCall(deploymentCalls.allFeatures(deployment.id));
  const names = features.data?.data.map(({ name }) => name) ?? [];
  const { featureDrift, segmentAnalysis } = settings;
  return (
    <FieldGroup title="Watching">
      <SwitchField
        label="Drift of predictions"
        about="Compares predictions with those on held-out training rows."
        checked={settings.targetDrift.enabled}
        onChange={(enabled) => onChange({ targetDrift: { enabled } })}
      />
      <SwitchField
        label="Drift of features"
        about="Compares the rows that are sent with the training data."
        checked={featureDrift.enabled}
        onChange={(enabled) => onChange({ featureDrift: { ...featureDrift, enabled } })}
      >
        <SegmentedControl
          transitionDuration={0}
          size="xs"
          aria-label="Which features"
          data={[
            { value: 'auto', label: 'All features' },
            { value: 'manual', label: 'Those I name' },
          ]}
          value={featureDrift.featureSelection}
          onChange={(selection) =>
            onChange({
              featureDrift: { ...featureDrift, featureSelection: selection === 'manual' ? 'manual' : 'auto' },
            })
          }
        />
        {featureDrift.featureSelection === 'manual' && (
          <TagsField
            label="Watched features"
            data={names}
            value={featureDrift.trackedFeatures}
            onChange={(trackedFeatures) => onChange({ featureDrift: { ...featureDrift, trackedFeatures } })}
          />
        )}
      </SwitchField>
      <SwitchField
        label="Segments"
        about="Tells figures apart by the value of a column, at most ten columns."
        checked={segmentAnalysis.enabled}
        onChange={(enabled) => onChange({ segmentAnalysis: { ...segmentAnalysis, enabled } })}
      >
        <TagsField
          label="Columns"
          data={names}
          maxTags={10}
          value={segmentAnalysis.attributes}
          onChange={(attributes) => onChange({ segmentAnalysis: { ...segmentAnalysis, attributes } })}
        />
        <TagsField
          label="Columns the model does not know"
          description="Type a name, then Enter"
          maxTags={10}
          value={segmentAnalysis.customAttributes}
          onChange={(customAttributes) => onChange({ segmentAnalysis: { ...segmentAnalysis, customAttributes } })}
        />
      </SwitchField>
      <SwitchField
        label="Monitoring batches"
        about="Watches predictions batch by batch instead of hour by hour."
        checked={settings.batchMonitoring.enabled}
        onChange={(enabled) => onChange({ batchMonitoring: { enabled } })}
      />
      <SwitchField
        label="Store prediction rows"
        about="Stores requests and predictions, for exports and retraining."
        checked={settings.predictionsDataCollection.enabled}
        onChange={(enabled) => onChange({ predictionsDataCollection: { enabled } })}
      />
      <SwitchField
        label="Challengers"
        about="Keeps requests for a month, so that other models can answer them too."
        never={deployment.capabilities.supportsChallengerModels ? undefined : 'The model answers elsewhere.'}
        checked={settings.challengerModels.enabled}
        onChange={(enabled) => onChange({ challengerModels: { enabled } })}
      />
      <SwitchField
        label="Humility rules"
        about="Rules for answers the model is unsure of."
        never={deployment.capabilities.supportsHumilityRules ? undefined : 'They are not offered here.'}
        checked={settings.humility.enabled}
        onChange={(enabled) => onChange({ humility: { enabled } })}
      />
    </FieldGroup>
  );
}

const percents = ['50', '80', '90', '95', '99'];

/** What callers get besides the prediction, and with what it is computed. */
export function AnswerFields({ deployment, settings, onChange }: FieldsProps) {
  const { predictionIntervals: intervals, predictionWarning: warning, predictionsSettings: computes } = settings;
  const bounds = warning.customBoundaries;
  const setBounds = (change: { lower?: number; upper?: number }) => {
    const { lower = 0, upper = 1 } = { ...bounds, ...change };
    onChange({ predictionWarning: { enabled: true, customBoundaries: { lower, upper } } });
  };
  return (
    <FieldGroup title="Answers">
      <SwitchField
        label="Prediction intervals"
        about="A low and a high value around each forecast."
        never={deployment.capabilities.supportsPredictionIntervals ? undefined : 'Only time series have them.'}
        checked={intervals.enabled}
        onChange={(enabled) =>
          onChange({
            predictionIntervals: {
              enabled,
              percentiles: enabled && intervals.percentiles.length === 0 ? [80] : intervals.percentiles,
            },
          })
        }
      >
        <ChoiceField
          w={180}
          label="Cover, percent"
          data={percents}
          value={String(intervals.percentiles[0] ?? '80')}
          onChange={(value) => onChange({ predictionIntervals: { ...intervals, percentiles: [Number(value)] } })}
        />
      </SwitchField>
      <SwitchField
        label="Warnings"
        about="Marks predictions that are unusually low or high."
        never={deployment.capabilities.supportsPredictionWarning ? undefined : 'Only regression models have them.'}
        checked={warning.enabled}
        onChange={(enabled) => onChange({ predictionWarning: { ...warning, enabled } })}
      >
        <Group gap="sm">
          <NumberField
            w={160}
            label="Low below"
            placeholder="from training"
            value={bounds?.lower ?? ''}
            onChange={(value) => value !== '' && setBounds({ lower: value })}
          />
          <NumberField
            w={160}
            label="High above"
            placeholder="from training"
            value={bounds?.upper ?? ''}
            onChange={(value) => value !== '' && setBounds({ upper: value })}
          />
        </Group>
      </SwitchField>
      <Group gap="sm">
        <NumberField
          w={180}
          label="Fewest computes"
          description="Stored and reported, not used here"
          min={0}
          max={1000}
          value={computes.minComputes}
          onChange={(value) => onChange({ predictionsSettings: { ...computes, minComputes: Number(value) } })}
        />
        <NumberField
          w={180}
          label="Most computes"
          description="Stored and reported, not used here"
          min={1}
          max={1000}
          value={computes.maxComputes}
          onChange={(value) => onChange({ predictionsSettings: { ...computes, maxComputes: Number(value) } })}
        />
      </Group>
    </FieldGroup>
  );
}
