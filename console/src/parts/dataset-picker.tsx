import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { datasetQueries } from '../api/datasets.ts';

interface DatasetPickerProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (datasetId: string) => void;
  readonly error?: string | undefined;
}

const OFFERED = 50;

/** One of the datasets somebody can see; typing searches all of them. */
export function DatasetPicker({ label, description, value, onChange, error }: DatasetPickerProps) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const found = useQuery(datasetQueries.list({ offset: 0, limit: OFFERED }, search));
  const chosen = useQuery({ ...datasetQueries.one(value), enabled: value !== '' });
  const offered = (found.data?.data ?? [])
    .filter(({ processingState }) => processingState === 'COMPLETED')
    .map(({ datasetId, name }) => ({ value: datasetId, label: name }));
  const known =
    chosen.data && !offered.some((one) => one.value === value)
      ? [{ value, label: chosen.data.name }, ...offered]
      : offered;
  return (
    <Select
      label={label}
      {...(description ? { description } : {})}
      placeholder="Type to search"
      data={known}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      searchable
      onSearchChange={setText}
      // The server has searched already; the chosen one's own name is no search.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? 'Searching ...' : 'No dataset of that name'}
      error={error}
      required
    />
  );
}
