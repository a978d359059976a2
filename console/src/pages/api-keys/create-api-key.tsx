import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { calls, keys } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/use-change.ts';
import { NameInput } from '../../parts/name-input.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { expiryOf, type Lifetime, lifetimes } from './expiry.ts';

interface CreateApiKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for a name, then shows the key this one time. */
export function CreateApiKey({ opened, onClose }: CreateApiKeyProps) {
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const create = useChange(calls.createApiKey, { refresh: [keys.apiKeys] });
  const close = () => {
    onClose();
    create.reset();
    setName('');
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={create.data ? `Your key "${create.data.name}"` : 'Create an API key'}
      closeOnClickOutside={!create.data}
    >
      {create.data ? (
        <SecretOnce secret={create.data.key} what="API key" onStored={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const expireAt = expiryOf(lifetime, new Date());
            create.mutate({ name, ...(expireAt === undefined ? {} : { expireAt }) });
          }}
        >
          <Stack>
            <NameInput
              description="What uses it: you will see this name in the list"
              placeholder="Nightly forecast"
              value={name}
              onChange={setName}
              problem={create.error}
            />
            <Select
              label="Works for"
              data={[...lifetimes]}
              value={lifetime}
              onChange={(value) => value && setLifetime(value as Lifetime)}
              allowDeselect={false}
              error={fieldError(create.error, 'expireAt')}
            />
            <ProblemNote problem={create.error} title="The key was not created" />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending}>
                Create key
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
