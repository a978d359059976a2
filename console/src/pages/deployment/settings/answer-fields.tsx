import { Group } from '@mantine/core';
import { ChoiceField, NumberField } from '../../../parts/fields.tsx';
import { FieldGroup, type FieldsProps, SwitchField } from './field-group.tsx';

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
