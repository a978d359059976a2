import { useQuery } from '@tanstack/react-query';
import { datasetQueries } from '../api/datasets.ts';
import { SearchedSelect, useTyped } from './searched-select.tsx';

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
  const [search, onSearch] = useTyped();
  const found = useQuery(datasetQueries.list({ offset: 0, limit: OFFERED }, search));
  const chosen = useQuery({ ...datasetQueries.one(value), enabled: value !== '' });
  return (
    <SearchedSelect
      label={label}
      description={description}
      what="dataset"
      value={value}
      onChange={onChange}
      onSearch={onSearch}
      found={found.data?.data
        .filter(({ processingState }) => processingState === 'COMPLETED')
        .map(({ datasetId, name }) => ({ value: datasetId, label: name }))}
      chosen={chosen.data && { value, label: chosen.data.name }}
      error={error}
    />
  );
}
