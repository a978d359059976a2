import { Badge, Button, Group, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { RowMenu } from '../../../parts/actions.tsx';
import { type BigColumn, BigTable } from '../../../parts/big-table.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { Dimmed, Strong } from '../../../parts/text.tsx';
import { type PolicyDraft, policyKey, withoutPolicy, withPolicy } from './draft.ts';
import { PolicyDialog } from './policy-dialog.tsx';
import { ruleText } from './rule-text.ts';

interface PoliciesEditorProps {
  readonly policies: readonly PolicyDraft[];
  readonly onChange: (policies: readonly PolicyDraft[]) => void;
}

const kinds = { user: 'person', usergroup: 'group', deployment: 'deployment' } as const;

/** Limits and shares of single consumers: up to 10,000, so they are searched and drawn only where they are seen. */
export function PoliciesEditor({ policies, onChange }: PoliciesEditorProps) {
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<PolicyDraft | 'new'>();
  const shown = useMemo(() => {
    const text = search.trim().toLowerCase();
    return text === ''
      ? policies
      : policies.filter((policy) => `${policy.consumerName ?? ''} ${policy.consumerId}`.toLowerCase().includes(text));
  }, [policies, search]);
  const columns = useMemo<readonly BigColumn<PolicyDraft>[]>(
    () => [
      {
        name: 'Consumer',
        width: 220,
        by: ({ consumerName, consumerId }) => consumerName ?? consumerId,
        cell: (policy) => <Consumer policy={policy} />,
      },
      { name: 'Reserved', numeric: true, by: ({ reserved }) => Number(reserved), cell: reservedText, width: 110 },
      { name: 'Limits', width: 240, cell: ({ rules }) => rules.map(ruleText).join(', ') || 'as everybody' },
      {
        name: 'Actions',
        width: 80,
        cell: (policy) => (
          <RowMenu
            of={policy.consumerName ?? policy.consumerId}
            actions={[
              { label: 'Edit', onChoose: () => setDialog(policy) },
              {
                label: 'Remove',
                onChoose: () => onChange(withoutPolicy(policies, policyKey(policy))),
                dangerous: true,
              },
            ]}
          />
        ),
      },
    ],
    [onChange, policies],
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <TextField
          size="xs"
          w={240}
          type="search"
          aria-label="Search consumers"
          placeholder="Search by name or id"
          value={search}
          onChange={setSearch}
        />
        <Group gap="sm">
          <Dimmed className="number" role="status">
            {`${shown.length.toLocaleString('en')} of ${policies.length.toLocaleString('en')}`}
          </Dimmed>
          <Button size="xs" variant="light" onClick={() => setDialog('new')}>
            Add a consumer
          </Button>
        </Group>
      </Group>
      {shown.length > 0 && <BigTable label="Consumers" rows={shown} columns={columns} idOf={policyKey} height={380} />}
      {policies.length === 0 && (
        <Dimmed>Nobody has limits or a share of their own: the limits above hold for each caller.</Dimmed>
      )}
      {dialog !== undefined && (
        <PolicyDialog
          {...(dialog === 'new' ? {} : { policy: dialog })}
          taken={policies.map(policyKey)}
          onClose={() => setDialog(undefined)}
          onDone={(policy) => {
            onChange(withPolicy(policies, policy, dialog === 'new' ? undefined : policyKey(dialog)));
            setDialog(undefined);
          }}
        />
      )}
    </Stack>
  );
}

const reservedText = ({ reserved }: PolicyDraft): string => (reserved === '' ? '–' : `${reserved} %`);

function Consumer({ policy }: { policy: PolicyDraft }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Strong truncate>{policy.consumerName ?? policy.consumerId}</Strong>
      <Badge size="sm" color="gray" miw="max-content">
        {kinds[policy.consumerType]}
      </Badge>
    </Group>
  );
}
