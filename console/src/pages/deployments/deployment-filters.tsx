import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { importances } from './health-text.ts';

export interface Filters {
  readonly search?: string;
  readonly service?: string;
  readonly drift?: string;
  readonly accuracy?: string;
  readonly importance?: string;
}

const states = [
  { value: 'failing', label: 'failing' },
  { value: 'warning', label: 'at risk' },
  { value: 'passing', label: 'passing' },
  { value: 'unknown', label: 'unknown' },
];
const countByHealth = [
  { name: 'service', label: 'Service' },
  { name: 'drift', label: 'Drift' },
  { name: 'accuracy', label: 'Accuracy' },
] as const;

/** What is shown is in the address, so that "all that fail" can be shared. */
export function DeploymentFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const [search, setSearch] = useState(filters.search ?? '');
  const set = (name: keyof Filters, value: string | null) => {
    const { [name]: _, ...rest } = filters;
    onChange(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <Group gap="sm" p="md" pb="xs" align="flex-end">
      <SubmitForm flex="1 1 220px" onSubmit={() => set('search', search)}>
        <TextField
          size="xs"
          label="Search"
          placeholder="Name, then Enter"
          value={search}
          onChange={setSearch}
          onBlur={() => search !== (filters.search ?? '') && set('search', search)}
        />
      </SubmitForm>
      {countByHealth.map(({ name, label }) => (
        <Select
          key={name}
          size="xs"
          w={120}
          label={label}
          placeholder="any"
          data={states}
          value={filters[name] ?? null}
          onChange={(value) => set(name, value)}
          clearable
        />
      ))}
      <Select
        size="xs"
        w={130}
        label="Importance"
        placeholder="any"
        data={[...importances]}
        value={filters.importance ?? null}
        onChange={(value) => set('importance', value)}
        clearable
      />
    </Group>
  );
}
