import { Badge } from '@mantine/core';
import { llmCalls, llmKeys, type Upstream, type UpstreamText } from '../../api/generative.ts';
import { HeadButton, RowMenu } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DeleteDialog, FormDialog } from '../../parts/dialogs.tsx';
import {
  NameInput,
  PasswordField,
  TagsField,
  TextField,
  Toggle,
  useFieldError,
  useFields,
} from '../../parts/fields.tsx';
import { EmptyState, Panel, Reply } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { modelsToSend } from './models-to-send.ts';

/** The services of the organization; for administrators. */
export function Upstreams() {
  return (
    <Panel
      title="Services"
      intro="Anything that speaks OpenAI's chat completions: a provider, vLLM, Ollama, llama.cpp. Keys are kept encrypted and never shown again."
      aside={<HeadButton label="Add service" dialog={(close) => <UpstreamDialog onClose={close} />} />}
    >
      <Reply to={llmCalls.upstreams()} what="the services">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="llm" title="No services of your own">
              Models that the settings of the installation name are in the list above already.
            </EmptyState>
          ) : (
            <UpstreamTable upstreams={data} />
          )
        }
      </Reply>
    </Panel>
  );
}

function UpstreamTable({ upstreams }: { upstreams: readonly Upstream[] }) {
  return (
    <DataTable
      label="Services"
      rows={upstreams}
      idOf={(upstream) => upstream.id}
      columns={[
        {
          name: 'Name',
          fw: 500,
          cell: (upstream) => (
            <>
              {upstream.name} {!upstream.isActive && <Badge color="gray">off</Badge>}
            </>
          ),
        },
        { name: 'Address', className: 'fact', cell: (upstream) => upstream.baseUrl },
        { name: 'Models', className: 'fact', cell: (upstream) => upstream.models.map(({ model }) => model).join(', ') },
        { name: 'Key', cell: (upstream) => (upstream.hasApiKey ? 'stored' : 'none') },
        { name: 'Changed', cell: (upstream) => <Timestamp iso={upstream.lastUpdateDate} /> },
        {
          name: '',
          cell: (upstream) => (
            <RowMenu
              of={upstream.name}
              actions={[
                { label: 'Edit', dialog: (close) => <UpstreamDialog upstream={upstream} onClose={close} /> },
                {
                  label: 'Delete',
                  dangerous: true,
                  dialog: (close) => <RemoveUpstream upstream={upstream} onClose={close} />,
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

function RemoveUpstream({ upstream: { id, name }, onClose }: { upstream: Upstream; onClose: () => void }) {
  return (
    <DeleteDialog
      name={name}
      kind="service"
      call={llmCalls.removeUpstream(id)}
      refresh={[llmKeys.all, llmKeys.gateway]}
      onClose={onClose}
    >
      Its key is forgotten, and blueprints that use its models cannot be asked any more. This cannot be undone.
    </DeleteDialog>
  );
}

function UpstreamDialog({ upstream, onClose }: { upstream?: Upstream; onClose: () => void }) {
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
