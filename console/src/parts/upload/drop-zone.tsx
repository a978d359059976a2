import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Icon } from '../icons.tsx';

interface DropZoneProps {
  /** What the file is for: `A dataset`. Names the field. */
  readonly label: string;
  /** What may be dropped: `CSV, Parquet or XLSX, up to 5 GB`. */
  readonly hint: string;
  readonly onFile: (file: File) => void;
  readonly disabled?: boolean;
  /** As in an input of the browser: `.csv,.parquet`. Only narrows what the file chooser offers. */
  readonly accept?: string;
}

/** Drop a file on it, or choose one with the button. */
export function DropZone({ label, hint, onFile, disabled = false, accept }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();
  const drag = (event: DragEvent) => {
    event.preventDefault();
    if (!disabled) setOver(event.type === 'dragover' || event.type === 'dragenter');
  };
  return (
    <section
      aria-label={label}
      className="drop-zone"
      data-over={over}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        const file = event.dataTransfer.files[0];
        if (file && !disabled) onFile(file);
      }}
    >
      <Group gap="md" justify="center">
        <Icon name="upload" size={26} />
        <div>
          <Text size="sm" fw={500}>
            Drop a file here
          </Text>
          <Text size="xs" c="dimmed" id={id}>
            {hint}
          </Text>
        </div>
        <Button variant="default" size="xs" disabled={disabled} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </Group>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={id}
          disabled={disabled}
          {...(accept ? { accept } : {})}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
      </VisuallyHidden>
    </section>
  );
}
