import { useState } from 'react';

import type { ApiCall } from '../api/call.ts';
import { FormDialog } from './dialogs.tsx';
import { ManyField, NameInput } from './fields.tsx';

interface FeatureListDialogProps {
  /** The names of all features there are. */
  readonly offered: readonly string[];
  /** Those that are chosen to begin with. */
  readonly chosen?: readonly string[];
  readonly call: (list: { readonly name: string; readonly features: readonly string[] }) => ApiCall<unknown>;
  readonly refresh: readonly (readonly string[])[];
  readonly onClose: () => void;
}

const MOST_OFFERED = 100;

/** A name for some of the features, of a dataset or of a project. */
export function FeatureListDialog({ offered, chosen = [], call, refresh, onClose }: FeatureListDialogProps) {
  const [name, setName] = useState('');
  const [features, setFeatures] = useState([...chosen]);
  return (
    <FormDialog
      title="Create a feature list"
      onClose={onClose}
      submit="Create list"
      call={() => call({ name, features })}
      refresh={refresh}
      refused="The list was not created"
    >
      <NameInput value={name} onChange={setName} />
      <ManyField
        label="Features"
        description="Type to find one"
        data={[...offered]}
        limit={MOST_OFFERED}
        value={features}
        onChange={setFeatures}
        searchable
        clearable
        hidePickedOptions
        maxDropdownHeight={220}
        field="features"
      />
    </FormDialog>
  );
}
