import { Badge, Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { type Blueprint, playgroundCalls, playgroundKeys } from '../../../api/generative.ts';
import { RowMenu } from '../../../parts/data-table.tsx';
import { ConfirmDialog } from '../../../parts/dialogs.tsx';
import { ProblemNote } from '../../../parts/panel.tsx';
import { BlueprintDialog } from './blueprint-dialog.tsx';

interface BlueprintListProps {
  readonly blueprints: readonly Blueprint[];
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
}

export function BlueprintList({ blueprints, chosenId, onChoose }: BlueprintListProps) {
  const [dialog, setDialog] = useState<{ action: 'edit' | 'delete'; blueprint: Blueprint }>();
  const close = () => setDialog(undefined);
  const refresh = [playgroundKeys.blueprints];
  const save = useChange((id: string) => playgroundCalls.changeBlueprint(id, { isSaved: true }), { refresh });
  const copy = useChange(({ id, name }: Blueprint) => playgroundCalls.copyBlueprint(id, `${name} (copy)`), {
    refresh,
    onDone: ({ id }) => onChoose(id),
  });
  const remove = useChange(playgroundCalls.removeBlueprint, { refresh, onDone: close });
  return (
    <>
      <ProblemNote problem={save.error ?? copy.error} />
      <Stack component="ul" gap={6} className="blueprints" aria-label="LLM blueprints">
        {blueprints.map((one) => (
          <li key={one.id} data-chosen={one.id === chosenId}>
            <UnstyledButton onClick={() => onChoose(one.id)} aria-current={one.id === chosenId} className="blueprint">
              <BlueprintSummary blueprint={one} />
            </UnstyledButton>
            <RowMenu
              of={one.name}
              actions={[
                ...(one.isSaved
                  ? []
                  : [
                      { label: 'Edit', onChoose: () => setDialog({ action: 'edit', blueprint: one }) },
                      { label: 'Save as it is', onChoose: () => save.mutate(one.id) },
                    ]),
                { label: 'Copy', onChoose: () => copy.mutate(one) },
                {
                  label: 'Delete',
                  onChoose: () => setDialog({ action: 'delete', blueprint: one }),
                  dangerous: true,
                },
              ]}
            />
          </li>
        ))}
      </Stack>
      {dialog?.action === 'edit' && (
        <BlueprintDialog
          playgroundId={dialog.blueprint.playgroundId}
          blueprint={dialog.blueprint}
          onClose={close}
          onDone={close}
        />
      )}
      <ConfirmDialog
        opened={dialog?.action === 'delete'}
        onClose={close}
        title={`Delete ${dialog?.blueprint.name}?`}
        confirm="Delete the blueprint"
        onConfirm={() => dialog && remove.mutate(dialog.blueprint.id)}
        busy={remove.isPending}
        problem={remove.error}
      >
        Its chats go with it. The calls it made stay counted. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function BlueprintSummary({ blueprint }: { blueprint: Blueprint }) {
  const { name, llmName, llmId, isSaved, vectorDatabaseName } = blueprint;
  return (
    <Box miw={0}>
      <Group gap={6} wrap="nowrap">
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
        {isSaved && <Badge size="sm">saved</Badge>}
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {llmName ?? llmId ?? 'no model yet'}
      </Text>
      {vectorDatabaseName !== null && (
        <Text size="xs" c="dimmed" truncate>
          {`from ${vectorDatabaseName}`}
        </Text>
      )}
    </Box>
  );
}
