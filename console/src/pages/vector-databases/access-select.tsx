import { Select } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { connectionCalls } from '../../api/access.ts';
import { queries } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { mayLookAtAccess } from '../../shell/navigation.ts';

interface AccessSelectProps {
  readonly value: string | null;
  readonly onChange: (connectionId: string | null) => void;
  readonly error: string | undefined;
}

/** Binds what is shown to who may read it at a provider. Nothing to choose for those who see no connections. */
export function AccessSelect({ value, onChange, error }: AccessSelectProps) {
  const { data: account } = useSuspenseQuery(queries.account());
  const may = mayLookAtAccess(account);
  const connections = useQuery({ ...callQuery(connectionCalls.list({ offset: 0, limit: 100 })), enabled: may });
  if (!may || connections.data === undefined || connections.data.totalCount === 0) return null;
  return (
    <Select
      label="Show pieces only to those who may read them at"
      description="Optional. document_file_path must then hold the id of the document at the provider"
      placeholder="Everybody sees all of it"
      data={connections.data.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': 'Show everybody all of it' }}
      error={error}
    />
  );
}
