import { Badge, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { connectionCalls } from '../../../api/access.ts';
import { send } from '../../../api/send.ts';
import { Note } from '../../../parts/note.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';

/** Tries everything at the provider and names each scope that is missing. */
export function PreflightDialog({ connectionId, onClose }: { connectionId: string; onClose: () => void }) {
  const tried = useQuery({
    queryKey: ['preflight', connectionId],
    queryFn: () => send(connectionCalls.preflight(connectionId)),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title="What the provider lets us read" size="lg">
      <Stack>
        <ProblemNote problem={tried.error} title="The connection was not checked" />
        {tried.isPending && (
          <Stack aria-busy="true">
            <Text size="sm">Asking the provider …</Text>
            <Skeleton height={18} />
            <Skeleton height={18} />
          </Stack>
        )}
        {tried.data && (
          <>
            <Note
              tone={tried.data.ok ? 'plain' : 'careful'}
              title={tried.data.ok ? 'Everything can be read' : 'Something is missing'}
            >
              {tried.data.ok
                ? 'Nothing at the provider was changed.'
                : 'Grant what is marked below at the provider, then check again.'}
            </Note>
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Checks">
              {tried.data.checks.map(({ name, ok, detail }) => (
                <li key={name}>
                  <Group gap="sm" wrap="nowrap" align="flex-start">
                    <Badge color={ok ? 'green' : 'red'} variant="dot" flex="none">
                      {ok ? 'ok' : 'missing'}
                    </Badge>
                    <div>
                      <Text size="sm" fw={600}>
                        {name}
                      </Text>
                      <Text size="sm" c="dimmed" className="fact">
                        {detail}
                      </Text>
                    </div>
                  </Group>
                </li>
              ))}
            </Stack>
          </>
        )}
      </Stack>
    </Modal>
  );
}
