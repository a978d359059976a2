import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calls, queries } from '../../../api/accounts.ts';
import { callQuery } from '../../../api/call-query.ts';
import { deploymentCalls } from '../../../api/deployments.ts';
import type { ConsumerType } from '../../../api/quotas.ts';

interface ConsumerPickerProps {
  readonly kind: ConsumerType;
  readonly id: string;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly onPick: (id: string, name: string | null) => void;
}

const FIRST = { offset: 0, limit: 100 };

/** By name where the reader may see names; otherwise by id. */
export function ConsumerPicker({ kind, id, disabled, error, onPick }: ConsumerPickerProps) {
  const known = useKnown(kind);
  const shared = { label: 'Consumer', disabled, error, required: true };
  if (disabled || known === undefined) {
    return (
      <TextInput
        {...shared}
        description="Its id"
        value={id}
        onChange={(event) => onPick(event.currentTarget.value.trim(), null)}
      />
    );
  }
  return (
    <Select
      {...shared}
      placeholder="Choose one"
      data={known.map((one) => ({ value: one.id, label: one.name }))}
      value={id === '' ? null : id}
      onChange={(value) => onPick(value ?? '', known.find((one) => one.id === value)?.name ?? null)}
      searchable
      limit={200}
    />
  );
}

interface Known {
  readonly id: string;
  readonly name: string;
}

/** Undefined where they cannot be listed. */
function useKnown(kind: ConsumerType): readonly Known[] | undefined {
  const account = useQuery(queries.account());
  const organization = account.data?.orgId ?? '';
  const users = useQuery({
    ...callQuery(calls.users(organization, FIRST)),
    enabled: kind === 'user' && organization !== '',
  });
  const groups = useQuery({ ...callQuery(calls.groups(FIRST)), enabled: kind === 'usergroup' });
  const deployments = useQuery({ ...callQuery(deploymentCalls.list(FIRST)), enabled: kind === 'deployment' });
  if (kind === 'user') return users.data?.data.map((user) => ({ id: user.id, name: user.username }));
  if (kind === 'usergroup') return groups.data?.data.map((group) => ({ id: group.id, name: group.name }));
  return deployments.data?.data.map((deployment) => ({ id: deployment.id, name: deployment.label }));
}
