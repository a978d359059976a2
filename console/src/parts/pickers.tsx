import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCall } from '../api/call-query.ts';
import { datasetQueries } from '../api/datasets.ts';
import { deploymentCalls, deploymentQueries } from '../api/deployments.ts';
import { useCaseCalls } from '../api/use-cases.ts';
import { ChoiceField, useFieldError } from './fields.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SearchedSelectProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly onSearch: (text: string) => void;
  /** What the search found; undefined while it runs. */
  readonly found: readonly Choice[] | undefined;
  /** The one that is chosen, which the search need not have found. */
  readonly chosen?: Choice | undefined;
  /** What is chosen from: `dataset`. */
  readonly what: string;
  readonly field?: string;
  readonly required?: boolean;
  readonly focus?: boolean;
}

/** One of many, searched by the server while somebody types. */
function SearchedSelect(props: SearchedSelectProps) {
  const { found = [], chosen, value, what, required = true, focus = false } = props;
  const isListed = chosen === undefined || found.some((one) => one.value === chosen.value);
  return (
    <Select
      label={props.label}
      {...(props.description === undefined ? {} : { description: props.description })}
      placeholder={props.placeholder ?? 'Type to search'}
      data={isListed ? [...found] : [chosen, ...found]}
      value={value === '' ? null : value}
      onChange={(id) => props.onChange(id ?? '')}
      searchable
      clearable={!required}
      onSearchChange={props.onSearch}
      // The server has searched already; the chosen one's own name is no search.
      filter={({ options }) => options}
      nothingFoundMessage={props.found === undefined ? 'Searching ...' : `No ${what} of that name`}
      error={useFieldError(props.field)}
      required={required}
      {...(focus ? { 'data-autofocus': true } : {})}
    />
  );
}

const PAUSE_MS = 250;

/** What to ask the server for while somebody types: the text once typing pauses. */
function useTyped(): readonly [string, (text: string) => void] {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, PAUSE_MS);
  return [search, setText];
}

interface DatasetPickerProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (datasetId: string) => void;
  readonly field?: string;
}

const OFFERED = 50;

/** One of the datasets somebody can see; typing searches all of them. */
export function DatasetPicker({ value, onChange, ...more }: DatasetPickerProps) {
  const [search, onSearch] = useTyped();
  const found = useQuery(datasetQueries.list({ offset: 0, limit: OFFERED }, search));
  const chosen = useQuery({ ...datasetQueries.one(value), enabled: value !== '' });
  return (
    <SearchedSelect
      what="dataset"
      value={value}
      onChange={onChange}
      onSearch={onSearch}
      found={found.data?.data
        .filter(({ processingState }) => processingState === 'COMPLETED')
        .map(({ datasetId, name }) => ({ value: datasetId, label: name }))}
      chosen={chosen.data && { value, label: chosen.data.name }}
      {...more}
    />
  );
}

interface DeploymentPickerProps {
  readonly value: string;
  readonly onChange: (deploymentId: string) => void;
  readonly placeholder?: string;
  readonly field?: string;
  readonly focus?: boolean;
}

const FIRST = { offset: 0, limit: 100 };

/** One of the deployments somebody can see; typing searches all of them. */
export function DeploymentPicker({ value, onChange, ...more }: DeploymentPickerProps) {
  const [search, onSearch] = useTyped();
  const found = useCall(deploymentCalls.list(search === '' ? FIRST : { ...FIRST, search }));
  const listed = found.data?.data.map(({ id, label }) => ({ value: id, label }));
  const unlisted = value !== '' && listed !== undefined && !listed.some((one) => one.value === value);
  const chosen = useQuery({ ...deploymentQueries.get(value), enabled: unlisted });
  return (
    <SearchedSelect
      label="Deployment"
      what="deployment"
      value={value}
      onChange={onChange}
      onSearch={onSearch}
      found={listed}
      chosen={unlisted ? { value, label: chosen.data?.label ?? value } : undefined}
      {...more}
    />
  );
}

const NEW = 'new';

interface UseCaseSelectProps {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** What will lie in it: `playground`. */
  readonly of: string;
  readonly field?: string;
}

/** Where something new belongs. Where nobody has a use case yet, one is made along the way. */
export function UseCaseSelect({ value, onChange, of, field }: UseCaseSelectProps) {
  const useCases = useCall(useCaseCalls.list({ offset: 0, limit: 100 }));
  const found = useCases.data?.data;
  useEffect(() => {
    if (value === null && found !== undefined) onChange(found[0]?.id ?? NEW);
  }, [found, onChange, value]);
  return (
    <ChoiceField
      label="Use case"
      description={`Who sees the use case sees the ${of}`}
      data={[
        ...(found ?? []).map(({ id, name }) => ({ value: id, label: name })),
        { value: NEW, label: 'A new use case of the same name' },
      ]}
      value={value}
      onChange={onChange}
      searchable
      required
      disabled={found === undefined}
      {...(field ? { field } : {})}
    />
  );
}

export const isNewUseCase = (id: string): boolean => id === NEW;
