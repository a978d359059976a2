import { Button, Group } from '@mantine/core';
import { useCall } from '../../../api/call-query.ts';
import type { HealthSettings, MetricCondition } from '../../../api/deployment-settings.ts';
import { metricCalls } from '../../../api/monitoring.ts';
import { ChoiceField, NumberField } from '../../../parts/fields.tsx';
import { Dimmed, Strong } from '../../../parts/text.tsx';
import { FieldGroup } from './field-group.tsx';

interface ConditionFieldsProps {
  readonly deploymentId: string;
  readonly settings: HealthSettings;
  readonly onChange: (change: Partial<HealthSettings>) => void;
}

const lists = [
  { name: 'warningConditions', label: 'At risk when' },
  { name: 'failingConditions', label: 'Failing when' },
] as const;
const operators: readonly { value: MetricCondition['compareOperator']; label: string }[] = [
  { value: 'lt', label: 'below' },
  { value: 'lte', label: 'at most' },
  { value: 'gt', label: 'above' },
  { value: 'gte', label: 'at least' },
];

/** Thresholds of the health of custom metrics. */
export function ConditionFields({ deploymentId, settings: { customMetrics }, onChange }: ConditionFieldsProps) {
  const metrics = useCall(metricCalls.list(deploymentId)).data?.data ?? [];
  const [first] = metrics;
  const known = metrics.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FieldGroup title="Custom metrics">
      {first === undefined && <Dimmed>Create a custom metric first, under Metrics.</Dimmed>}
      {first &&
        lists.map(({ name, label }) => {
          const conditions = customMetrics[name];
          const put = (list: readonly MetricCondition[]) =>
            onChange({ customMetrics: { ...customMetrics, [name]: list } });
          return (
            <div key={name}>
              <Strong mb={6}>{label}</Strong>
              {conditions.map((condition, at) => (
                <ConditionRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name than their place
                  key={at}
                  label={`${label} ${at + 1}`}
                  metrics={known}
                  condition={condition}
                  onChange={(change) =>
                    put(conditions.map((one, place) => (place === at ? { ...one, ...change } : one)))
                  }
                  onRemove={() => put(conditions.filter((_, place) => place !== at))}
                />
              ))}
              <Button
                size="compact-sm"
                variant="light"
                aria-label={`Add a condition: ${label}`}
                onClick={() => put([...conditions, { metricId: first.id, compareOperator: 'lt', threshold: 0 }])}
              >
                Add a condition
              </Button>
            </div>
          );
        })}
    </FieldGroup>
  );
}

interface ConditionRowProps {
  readonly label: string;
  readonly metrics: { readonly value: string; readonly label: string }[];
  readonly condition: MetricCondition;
  readonly onChange: (change: Partial<MetricCondition>) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ label, metrics, condition, onChange, onRemove }: ConditionRowProps) {
  return (
    <Group gap="xs" mb="xs">
      <ChoiceField
        size="xs"
        w={200}
        aria-label={`${label}: metric`}
        data={metrics}
        value={condition.metricId}
        onChange={(metricId) => onChange({ metricId })}
      />
      <ChoiceField
        size="xs"
        w={110}
        aria-label={`${label}: comparison`}
        data={operators}
        value={condition.compareOperator}
        onChange={(value) => onChange({ compareOperator: value })}
      />
      <NumberField
        size="xs"
        w={120}
        aria-label={`${label}: threshold`}
        value={condition.threshold}
        onChange={(value) => onChange({ threshold: Number(value) })}
      />
      <Button size="xs" variant="subtle" className="danger" aria-label={`Remove: ${label}`} onClick={onRemove}>
        Remove
      </Button>
    </Group>
  );
}
