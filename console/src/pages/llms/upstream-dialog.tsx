import { llmCalls, llmKeys, type Upstream, type UpstreamText } from '../../api/generative.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import {
  NameInput,
  PasswordField,
  TagsField,
  TextField,
  Toggle,
  useFieldError,
  useFields,
} from '../../parts/fields.tsx';
import { modelsToSend } from './models-to-send.ts';

export function UpstreamDialog({ upstream, onClose }: { upstream?: Upstream; onClose: () => void }) {
  const { values, set, field } = useFields({
    name: upstream?.name ?? '',
    baseUrl: upstream?.baseUrl ?? '',
    apiKey: '',
    models: upstream?.models.map(({ model }) => model) ?? ([] as readonly string[]),
    isActive: upstream?.isActive ?? true,
    reportsUsage: upstream?.reportsUsage ?? true,
  });
  const { apiKey, models, ...plain } = values;
  return (
    <FormDialog
      title={upstream ? `Edit ${upstream.name}` : 'Add a service'}
      onClose={onClose}
      submit={upstream ? 'Save' : 'Add service'}
      call={() => {
        const text: UpstreamText = {
          ...plain,
          ...(apiKey === '' ? {} : { apiKey }),
          ...modelsToSend(upstream?.models, models),
        };
        return upstream
          ? llmCalls.changeUpstream(upstream.id, text)
          : llmCalls.createUpstream({ ...text, models: text.models ?? [] });
      }}
      refresh={[llmKeys.all, llmKeys.gateway]}
      refused={upstream ? 'Nothing was changed' : 'The service was not added'}
    >
      <NameInput {...field('name')} />
      <TextField
        label="Address"
        description="Where /chat/completions is: usually ends in /v1"
        placeholder="https://api.example.com/v1"
        {...field('baseUrl')}
        required
      />
      <PasswordField
        label="Key"
        description={upstream?.hasApiKey ? 'Stored and never shown; write a new one to replace it' : 'Optional'}
        autoComplete="off"
        {...field('apiKey')}
      />
      <ModelNames {...field('models')} />
      <Toggle
        label="Takes stream_options (counts tokens in streams)"
        checked={plain.reportsUsage}
        onChange={(reportsUsage) => set({ reportsUsage })}
      />
      <Toggle label="In use" checked={plain.isActive} onChange={(isActive) => set({ isActive })} />
    </FormDialog>
  );
}

/** What a refusal says of one of them stands here as well. */
function ModelNames(props: { value: readonly string[]; onChange: (names: readonly string[]) => void }) {
  const [all, first] = [useFieldError('models'), useFieldError('models.0.model')];
  return (
    <TagsField
      label="Models"
      description="Like provider/model: what stands before the first slash is yours, the rest is what the service calls it"
      placeholder={props.value.length === 0 ? 'provider/model, then Enter' : ''}
      {...props}
      error={all ?? first}
    />
  );
}
