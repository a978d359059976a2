import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import { calls, keys, type SecondFactorEnrolment } from '../../api/accounts.ts';
import { useChange } from '../../api/call-query.ts';
import { HeadButton } from '../../parts/actions.tsx';
import { CopyText, download } from '../../parts/copy-text.tsx';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { Check, TextField } from '../../parts/fields.tsx';
import { Panel, ProblemNote } from '../../parts/panel.tsx';
import { Dimmed } from '../../parts/text.tsx';

interface EnrolmentProps {
  readonly enrolment: SecondFactorEnrolment;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Three steps on one page: scan, store the recovery codes, prove it with a code. */
export function Enrolment({ enrolment, onDone, onCancel }: EnrolmentProps) {
  const [stored, setStored] = useState(false);
  const [totpCode, setTotpCode] = useState('');
  const confirm = useChange(calls.confirmSecondFactor, { refresh: [keys.account], onDone, signingIn: true });
  return (
    <Stack>
      <Panel title="1. Scan the code" intro="Open your authenticator app, add an account and point it at this picture.">
        <Group align="center" gap="xl">
          <QrCode text={enrolment.otpauthUri} label="QR code for your authenticator app" />
          <div>
            <Dimmed>No camera? Type this key into the app instead:</Dimmed>
            <Group gap="xs" wrap="nowrap">
              <Text span className="secret" data-testid="totp-secret">
                {enrolment.secret}
              </Text>
              <CopyText text={enrolment.secret} label="Copy the key" />
            </Group>
            <Dimmed mt="sm">Time-based, 6 digits, 30 seconds.</Dimmed>
          </div>
        </Group>
      </Panel>
      <Panel title="2. Store the recovery codes">
        <Stack>
          <RecoveryCodes codes={enrolment.recoveryCodes} />
          <Check label="I have stored the recovery codes" checked={stored} onChange={setStored} />
        </Stack>
      </Panel>
      <Panel title="3. Prove that it works">
        <SubmitForm onSubmit={() => confirm.mutate(totpCode)}>
          <Stack maw={360}>
            <TextField
              label="Code shown by the app"
              value={totpCode}
              onChange={(text) => setTotpCode(text.replace(/\D/g, '').slice(0, 6))}
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]{6}"
              title="six digits"
              required
            />
            <ProblemNote problem={confirm.error} title="The code was not accepted" />
            <Group>
              <Button type="submit" disabled={!stored} loading={confirm.isPending}>
                Turn on
              </Button>
              <Button variant="default" onClick={onCancel}>
                Not now
              </Button>
            </Group>
          </Stack>
        </SubmitForm>
      </Panel>
    </Stack>
  );
}

/** Drawn here: the secret in it never leaves the page. */
function QrCode({ text, label, size = 200 }: { text: string; label: string; size?: number }) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 });
  const squares = data.flatMap((row, y) => row.flatMap((black, x) => (black ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className="qr">
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${modules} ${modules}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={squares.join('')} fill="black" />
      </svg>
    </div>
  );
}

const asFile = (codes: readonly string[], origin: string): string =>
  [`Almanac recovery codes for ${origin}`, 'Each code works once.', '', ...codes, ''].join('\n');

/** Shown once: they open the account when the phone is lost. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Stack gap="sm">
      <div className="print-area">
        <Dimmed mb="xs">
          Each code signs you in once when your phone is lost. Keep them somewhere other than your phone.
        </Dimmed>
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
        <HeadButton
          label="Download"
          onClick={() =>
            download(
              new Blob([asFile(codes, window.location.origin)], { type: 'text/plain' }),
              'almanac-recovery-codes.txt',
            )
          }
        />
        <HeadButton label="Print" onClick={() => window.print()} />
      </Group>
    </Stack>
  );
}
