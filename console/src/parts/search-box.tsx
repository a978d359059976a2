import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

interface SearchBoxProps {
  /** What is searched: `Search datasets`. */
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const PAUSE_MS = 250;

/** Searches when typing pauses. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, PAUSE_MS);
  return (
    <TextInput
      type="search"
      size="xs"
      w={220}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}
