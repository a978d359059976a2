import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';

const asFile = (codes: readonly string[], origin: string): string =>
  [`Almanac recovery codes for ${origin}`, 'Each code works once.', '', ...codes, ''].join('\n');

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

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
          onClick={() => download(asFile(codes, window.location.origin), 'almanac-recovery-codes.txt')}
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
