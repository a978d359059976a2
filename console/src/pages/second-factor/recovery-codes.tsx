import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { download } from '../../parts/download.ts';

const asFile = (codes: readonly string[], origin: string): string =>
  [`Almanac recovery codes for ${origin}`, 'Each code works once.', '', ...codes, ''].join('\n');

/** Shown once: they open the account when the phone is lost. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Stack gap="sm">
      <div className="print-area">
        <Text size="sm" c="dimmed" mb="xs">
          Each code signs you in once when your phone is lost. Keep them somewhere other than your phone.
        </Text>
        <SimpleGrid
          cols={2}
          spacing="xs"
          component="ul"
          maw={360}
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label="Recovery codes"
        >
          {codes.map((code) => (
            <li key={code}>
              <Code fz="sm">{code}</Code>
            </li>
          ))}
        </SimpleGrid>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            download(
              new Blob([asFile(codes, window.location.origin)], { type: 'text/plain' }),
              'almanac-recovery-codes.txt',
            )
          }
        >
          Download
        </Button>
        <Button size="xs" variant="default" onClick={() => window.print()}>
          Print
        </Button>
      </Group>
    </Stack>
  );
}
