import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConsumerType } from '../../../api/quotas.ts';
import { ConsumerPicker } from './consumer-picker.tsx';
import { type PolicyDraft, percentProblem, rulesAreRight } from './draft.ts';
import { policyKey } from './policies.ts';
import { RulesEditor } from './rules-editor.tsx';

interface PolicyDialogProps {
  /** The one to change; without it a new one is made. */
  readonly policy?: PolicyDraft;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (policy: PolicyDraft) => void;
}

const EMPTY: PolicyDraft = { consumerType: 'user', consumerId: '', consumerName: null, reserved: '', rules: [] };
const kinds = [
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (right) onDone(draft);
        }}
      >
        <Stack>
          <Group align="flex-start" grow>
            <Select
              label="Kind"
              data={kinds}
              value={draft.consumerType}
              disabled={policy !== undefined}
              onChange={(kind) => set({ consumerType: kind as ConsumerType, consumerId: '', consumerName: null })}
              allowDeselect={false}
            />
            <ConsumerPicker
              kind={draft.consumerType}
              id={draft.consumerId}
              disabled={policy !== undefined}
              error={twice ? 'This consumer has limits already' : undefined}
              onPick={(consumerId, consumerName) => set({ consumerId, consumerName })}
            />
          </Group>
          <TextInput
            w={220}
            label="Reserved share, %"
            description="Of the capacity; empty for none"
            inputMode="decimal"
            value={draft.reserved}
            onChange={(event) => set({ reserved: event.currentTarget.value })}
            error={percentProblem(draft.reserved)}
          />
          <div>
            <Text size="sm" fw={500} mb={6}>
              Limits in place of those for everybody
            </Text>
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
      </form>
    </Modal>
  );
}
