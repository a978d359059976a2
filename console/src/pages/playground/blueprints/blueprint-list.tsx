import { Badge, Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useChange } from '../../../api/call-query.ts';
import { type Blueprint, playgroundCalls, playgroundKeys } from '../../../api/generative.ts';
import { allNeed, RowMenu } from '../../../parts/actions.tsx';
import { DeleteDialog } from '../../../parts/dialogs.tsx';

import { ProblemNote } from '../../../parts/panel.tsx';
import { Small } from '../../../parts/text.tsx';
import { BlueprintDialog } from './blueprint-dialog.tsx';

interface BlueprintListProps {
  readonly blueprints: readonly Blueprint[];
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
}

export function BlueprintList({ blueprints, chosenId, onChoose }: BlueprintListProps) {
  const refresh = [playgroundKeys.blueprints];
  const save = useChange((id: string) => playgroundCalls.changeBlueprint(id, { isSaved: true }), { refresh });
  const copy = useChange(({ id, name }: Blueprint) => playgroundCalls.copyBlueprint(id, `${name} (copy)`), {
    refresh,
    onDone: ({ id }) => onChoose(id),
  });
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
              actions={allNeed({ object: 'playground', id: one.playgroundId, need: 'write' }, [
                ...(one.isSaved
                  ? []
                  : [
                      {
                        label: 'Edit',
                        dialog: (close: () => void) => (
                          <BlueprintDialog
                            playgroundId={one.playgroundId}
                            blueprint={one}
                            onClose={close}
                            onDone={close}
                          />
                        ),
                      },
                      { label: 'Save as it is', onChoose: () => save.mutate(one.id) },
                    ]),
                { label: 'Copy', onChoose: () => copy.mutate(one) },
                {
                  label: 'Delete',
                  dangerous: true,
                  dialog: (close) => (
                    <DeleteDialog
                      name={one.name}
                      kind="blueprint"
                      call={playgroundCalls.removeBlueprint(one.id)}
                      refresh={refresh}
                      onClose={close}
                    >
                      Its chats go with it. The calls it made stay counted. This cannot be undone.
                    </DeleteDialog>
                  ),
                },
              ])}
            />
          </li>
        ))}
      </Stack>
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
      <Small truncate>{llmName ?? llmId ?? 'no model yet'}</Small>
      {vectorDatabaseName !== null && <Small truncate>{`from ${vectorDatabaseName}`}</Small>}
    </Box>
  );
}
