import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

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
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly focus?: boolean;
}

/** One of many, searched by the server while somebody types. */
export function SearchedSelect(props: SearchedSelectProps) {
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
      error={props.error}
      required={required}
      {...(focus ? { 'data-autofocus': true } : {})}
    />
  );
}

const PAUSE_MS = 250;

/** What to ask the server for while somebody types: the text once typing pauses. */
export function useTyped(): readonly [string, (text: string) => void] {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, PAUSE_MS);
  return [search, setText];
}
