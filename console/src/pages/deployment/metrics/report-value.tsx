import { Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { type CustomMetric, metricCalls, type ReportedValue } from '../../../api/monitoring.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';

interface ReportValueProps {
  readonly deployment: Deployment;
  readonly metric: CustomMetric;
  readonly onClose: () => void;
}

export function ReportValue({ deployment, metric, onClose }: ReportValueProps) {
  const [value, setValue] = useState<string | number>('');
  const [sampleSize, setSampleSize] = useState<string | number>(1);
  const report = useChange(
    (one: ReportedValue) => metricCalls.report(deployment.id, metric.id, deployment.model.id, one),
    { refresh: [deploymentKey(deployment.id)], onDone: onClose },
  );
  return (
    <FormDialog
      title={`Report ${metric.name}`}
      onClose={onClose}
      submit="Report it"
      onSubmit={() =>
        report.mutate({ value: Number(value), sampleSize: Number(sampleSize), timestamp: new Date().toISOString() })
      }
      busy={report.isPending}
      problem={report.error}
      refused="Nothing was reported"
    >
      <Group grow align="flex-start">
        <NumberInput
          label={`Value, ${metric.units}`}
          description="As of now"
          value={value}
          onChange={setValue}
          required
          data-autofocus
        />
        <NumberInput
          label="Samples"
          description="What it was measured on"
          min={1}
          value={sampleSize}
          onChange={setSampleSize}
          required
        />
      </Group>
    </FormDialog>
  );
}
