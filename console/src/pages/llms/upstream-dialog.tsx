import { PasswordInput, Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/call-query.ts';
import { llmCalls, llmKeys, type Upstream, type UpstreamText } from '../../api/generative.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { NameInput } from '../../parts/name-input.tsx';
import { modelsToSend } from './models-to-send.ts';

interface UpstreamDialogProps {
  readonly upstream?: Upstream;
  readonly onClose: () => void;
}

export function UpstreamDialog({ upstream, onClose }: UpstreamDialogProps) {
  const [name, setName] = useState(upstream?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(upstream?.baseUrl ?? '');
  const [apiKey, setApiKey] = useState('');
  const [models, setModels] = useState<string[]>(upstream?.models.map(({ model }) => model) ?? []);
  const [isActive, setActive] = useState(upstream?.isActive ?? true);
  const [reportsUsage, setReports] = useState(upstream?.reportsUsage ?? true);
  const save = useChange(
    (text: UpstreamText) =>
      upstream ? llmCalls.changeUpstream(upstream.id, text) : llmCalls.createUpstream({ models: [], ...text }),
    { refresh: [llmKeys.all, llmKeys.gateway], onDone: onClose },
  );
  return (
    <FormDialog
      title={upstream ? `Edit ${upstream.name}` : 'Add a service'}
      onClose={onClose}
      submit={upstream ? 'Save' : 'Add service'}
      onSubmit={() =>
        save.mutate({
          name,
          baseUrl,
          isActive,
          reportsUsage,
          ...(apiKey === '' ? {} : { apiKey }),
          ...modelsToSend(upstream?.models, models),
        })
      }
      busy={save.isPending}
      problem={save.error}
      refused={upstream ? 'Nothing was changed' : 'The service was not added'}
    >
      <NameInput value={name} onChange={setName} problem={save.error} />
      <TextInput
        label="Address"
        description="Where /chat/completions is: usually ends in /v1"
        placeholder="https://api.example.com/v1"
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
        required
        error={fieldError(save.error, 'baseUrl')}
      />
      <PasswordInput
        label="Key"
        description={upstream?.hasApiKey ? 'Stored and never shown; write a new one to replace it' : 'Optional'}
        autoComplete="off"
        value={apiKey}
        onChange={(event) => setApiKey(event.currentTarget.value)}
        error={fieldError(save.error, 'apiKey')}
      />
      <TagsInput
        label="Models"
        description="Like provider/model: what stands before the first slash is yours, the rest is what the service calls it"
        placeholder={models.length === 0 ? 'provider/model, then Enter' : ''}
        value={models}
        onChange={setModels}
        error={fieldError(save.error, 'models') ?? fieldError(save.error, 'models.0.model')}
      />
      <Switch
        label="Takes stream_options (counts tokens in streams)"
        checked={reportsUsage}
        onChange={(event) => setReports(event.currentTarget.checked)}
      />
      <Switch label="In use" checked={isActive} onChange={(event) => setActive(event.currentTarget.checked)} />
    </FormDialog>
  );
}
