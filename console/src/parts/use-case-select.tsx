import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '../api/call-query.ts';
import { useCaseCalls } from '../api/use-cases.ts';

const NEW = 'new';

interface UseCaseSelectProps {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** What will lie in it: `playground`. */
  readonly of: string;
  readonly error?: string | undefined;
}

/** Where something new belongs. Where nobody has a use case yet, one is made along the way. */
export function UseCaseSelect({ value, onChange, of, error }: UseCaseSelectProps) {
  const useCases = useQuery(callQuery(useCaseCalls.list({ offset: 0, limit: 100 })));
  const found = useCases.data?.data;
  useEffect(() => {
    if (value === null && found !== undefined) onChange(found[0]?.id ?? NEW);
  }, [found, onChange, value]);
  return (
    <Select
      label="Use case"
      description={`Who sees the use case sees the ${of}`}
      data={[
        ...(found ?? []).map(({ id, name }) => ({ value: id, label: name })),
        { value: NEW, label: 'A new use case of the same name' },
      ]}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      searchable
      required
      disabled={found === undefined}
      error={error}
    />
  );
}

export const isNewUseCase = (id: string): boolean => id === NEW;
