import { Group, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useCall } from '../../api/call-query.ts';
import { settingsCalls } from '../../api/deployment-settings.ts';
import { deploymentCalls } from '../../api/deployments.ts';
import type { Selection } from '../../api/monitoring.ts';
import { ChoiceField } from '../../parts/fields.tsx';
import { type PeriodSearch, selectionOf, spans, USUAL_DAYS } from './period.ts';

interface PeriodPickerProps {
  readonly deploymentId: string;
  readonly search: PeriodSearch;
  readonly onChange: (search: PeriodSearch) => void;
  /** What rows can be told apart by here. */
  readonly attributes: readonly { readonly value: string; readonly label: string }[];
}

/** Which stretch of time, and of whose or which rows. */
export function PeriodPicker({ deploymentId, search, onChange, attributes }: PeriodPickerProps) {
  const values = useCall(deploymentCalls.segmentValues(deploymentId, search.segment ?? ''), {
    enabled: search.segment !== undefined,
  });
  const { days = USUAL_DAYS } = search;
  return (
    <Group gap="sm" align="flex-end">
      <ChoiceField
        size="xs"
        w={120}
        label="Period"
        data={spans.map((span) => ({ value: String(span.days), label: span.label }))}
        value={String(days)}
        onChange={(value) => onChange({ ...search, days: Number(value) })}
      />
      {attributes.length > 0 && (
        <Select
          size="xs"
          w={170}
          label="Segment by"
          placeholder="all rows"
          data={[...attributes]}
          value={search.segment ?? null}
          onChange={(segment) => onChange({ days, ...(segment ? { segment } : {}) })}
          clearable
        />
      )}
      {search.segment !== undefined && (
        <Select
          size="xs"
          w={180}
          label="Which"
          placeholder={
            values.isError ? 'needs the role USER' : values.data?.data.length === 0 ? 'none seen yet' : 'choose one'
          }
          data={[...new Set(values.data?.data ?? [])]}
          value={search.value ?? null}
          onChange={(value) => onChange({ ...search, ...(value ? { value } : {}) })}
          searchable
        />
      )}
    </Group>
  );
}

/** The columns that figures are told apart by, as they are set. */
export function useSegments(deploymentId: string): readonly { readonly value: string; readonly label: string }[] {
  const analysis = useCall(settingsCalls.settings(deploymentId)).data?.segmentAnalysis;
  if (!analysis?.enabled) return [];
  return [...analysis.attributes, ...analysis.customAttributes].map((name) => ({ value: name, label: name }));
}

/** The stretch of time in the address. It stays the same until another is chosen, and so do the replies. */
export const usePeriod = ({ days, segment, value }: PeriodSearch): Selection =>
  useMemo(() => selectionOf({ days, segment, value }, new Date()), [days, segment, value]);
