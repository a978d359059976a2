import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, queries } from '../../../api/accounts.ts';
import { useCall } from '../../../api/call-query.ts';
import { deploymentCalls } from '../../../api/deployments.ts';
import type { ConsumerType } from '../../../api/quotas.ts';
import { SubmitForm } from '../../../parts/dialogs.tsx';
import { ChoiceField, TextField } from '../../../parts/fields.tsx';
import { Strong } from '../../../parts/text.tsx';
import { type PolicyDraft, percentProblem, policyKey, rulesAreRight } from './draft.ts';
import { RulesEditor } from './rules-editor.tsx';

interface PolicyDialogProps {
  /** The one to change; without it a new one is made. */
  readonly policy?: PolicyDraft;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (policy: PolicyDraft) => void;
}

const EMPTY: PolicyDraft = { consumerType: 'user', consumerId: '', consumerName: null, reserved: '', rules: [] };
const kinds: readonly { value: ConsumerType; label: string }[] = [
  { value: 'user', label: 'A person' },
  { value: 'usergroup', label: 'A group' },
  { value: 'deployment', label: 'A deployment that calls' },
];

/** Limits and a share for one consumer. They come into force when the quota is saved. */
export function PolicyDialog({ policy, taken, onClose, onDone }: PolicyDialogProps) {
  const [draft, setDraft] = useState(policy ?? EMPTY);
  const set = (change: Partial<PolicyDraft>) => setDraft((before) => ({ ...before, ...change }));
  const twice = policy === undefined && taken.includes(policyKey(draft));
  const right = draft.consumerId !== '' && !twice && !percentProblem(draft.reserved) && rulesAreRight(draft.rules);
  return (
    <Modal opened onClose={onClose} title={policy ? 'Limits of one consumer' : 'Add a consumer'} size="lg">
      <SubmitForm onSubmit={() => right && onDone(draft)}>
        <Stack>
          <Group align="flex-start" grow>
            <ChoiceField
              label="Kind"
              data={kinds}
              value={draft.consumerType}
              disabled={policy !== undefined}
              onChange={(kind) => set({ consumerType: kind, consumerId: '', consumerName: null })}
            />
            <ConsumerPicker
              kind={draft.consumerType}
              id={draft.consumerId}
              disabled={policy !== undefined}
              error={twice ? 'This consumer has limits already' : undefined}
              onPick={(consumerId, consumerName) => set({ consumerId, consumerName })}
            />
          </Group>
          <TextField
            w={220}
            label="Reserved share, %"
            description="Of the capacity; empty for none"
            inputMode="decimal"
            value={draft.reserved}
            onChange={(text) => set({ reserved: text })}
            error={percentProblem(draft.reserved)}
          />
          <div>
            <Strong mb={6}>Limits in place of those for everybody</Strong>
            <RulesEditor
              rules={draft.rules}
              onChange={(rules) => set({ rules })}
              none="None: the limits for everybody hold."
            />
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!right}>
              Done
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Modal>
  );
}

interface ConsumerPickerProps {
  readonly kind: ConsumerType;
  readonly id: string;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly onPick: (id: string, name: string | null) => void;
}

const FIRST = { offset: 0, limit: 100 };

/** By name where the reader may see names; otherwise by id. */
function ConsumerPicker({ kind, id, disabled, error, onPick }: ConsumerPickerProps) {
  const known = useKnown(kind);
  const shared = { label: 'Consumer', disabled, error, required: true };
  if (disabled || known === undefined) {
    return <TextField {...shared} description="Its id" value={id} onChange={(text) => onPick(text.trim(), null)} />;
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
  const users = useCall(calls.users(organization, FIRST), { enabled: kind === 'user' && organization !== '' });
  const groups = useCall(calls.groups(FIRST), { enabled: kind === 'usergroup' });
  const deployments = useCall(deploymentCalls.list(FIRST), { enabled: kind === 'deployment' });
  if (kind === 'user') return users.data?.data.map((user) => ({ id: user.id, name: user.username }));
  if (kind === 'usergroup') return groups.data?.data.map((group) => ({ id: group.id, name: group.name }));
  return deployments.data?.data.map((deployment) => ({ id: deployment.id, name: deployment.label }));
}
