import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { type Blueprint, chatCalls, type Playground, playgroundCalls, playgroundKeys } from '../../api/generative.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState } from '../../parts/panel.tsx';
import { BlueprintDialog } from './blueprints/blueprint-dialog.tsx';
import { ChatView } from './chat/chat-view.tsx';
import { CompareView } from './compare/compare-view.tsx';
import './playground.css';
import { RowMenu } from '../../parts/data-table.tsx';
import { DeleteDialog, TextDialog } from '../../parts/dialogs.tsx';

const FROM = '/signed-in/playgrounds/$playgroundId';

export function PlaygroundPage() {
  const { playgroundId } = useParams({ from: FROM });
  const { blueprint, chat, view = 'chat' } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: '/playgrounds/$playgroundId' });
  const playground = useQuery(callQuery(playgroundCalls.one(playgroundId)));
  const blueprints = useQuery(callQuery(playgroundCalls.blueprints(playgroundId)));
  const [creating, setCreating] = useState(false);
  const go = (search: { blueprint?: string; chat?: string; view?: string }) => void navigate({ search, replace: true });
  const chosen = blueprints.data?.data.find(({ id }) => id === blueprint) ?? blueprints.data?.data[0];
  return (
    <Page
      title={playground.data?.name ?? 'Playground'}
      {...(playground.data?.description ? { intro: playground.data.description } : {})}
      calls={[
        playgroundCalls.one(playgroundId),
        playgroundCalls.blueprints(playgroundId),
        ...(chat === undefined ? [] : [chatCalls.prompts(chat)]),
      ]}
      actions={
        <>
          <Button size="xs" onClick={() => setCreating(true)}>
            Create blueprint
          </Button>
          {playground.data && <PlaygroundActions playground={playground.data} />}
        </>
      }
    >
      <Answer of={playground} what="this playground">
        {() => (
          <Answer of={blueprints} what="the LLM blueprints">
            {({ data }) =>
              chosen === undefined ? (
                <NoBlueprints onCreate={() => setCreating(true)} />
              ) : (
                <Tabs
                  value={view}
                  keepMounted={false}
                  onChange={(next) => go({ blueprint: chosen.id, ...(next === 'compare' ? { view: next } : {}) })}
                >
                  <Tabs.List aria-label="What to do" mb="md">
                    <Tabs.Tab value="chat">Chat</Tabs.Tab>
                    <Tabs.Tab value="compare">Compare</Tabs.Tab>
                  </Tabs.List>
                  <Tabs.Panel value="chat">
                    <ChatView
                      blueprints={data}
                      chosen={chosen}
                      chatId={chat}
                      onBlueprint={(id) => go({ blueprint: id })}
                      onChat={(id) => go({ blueprint: chosen.id, ...(id === undefined ? {} : { chat: id }) })}
                    />
                  </Tabs.Panel>
                  <Tabs.Panel value="compare">
                    <CompareView playgroundId={playgroundId} blueprints={data} />
                  </Tabs.Panel>
                </Tabs>
              )
            }
          </Answer>
        )}
      </Answer>
      {creating && (
        <BlueprintDialog
          playgroundId={playgroundId}
          onClose={() => setCreating(false)}
          onDone={({ id }: Blueprint) => {
            setCreating(false);
            go({ blueprint: id });
          }}
        />
      )}
    </Page>
  );
}

function NoBlueprints({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon="llm"
      title="No LLM blueprints yet"
      action={<Button onClick={onCreate}>Create the first one</Button>}
    >
      Choose a model, tell it how to behave, and give it a vector database if it should answer from your documents.
    </EmptyState>
  );
}

function PlaygroundActions({ playground }: { playground: Playground }) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <RowMenu
        of={playground.name}
        onPage
        actions={[
          { label: 'Edit', onChoose: () => setDialog('rename') },
          { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
        ]}
      />
      {dialog === 'rename' && <EditPlayground playground={playground} onClose={close} />}
      {dialog === 'delete' && <DeletePlayground playground={playground} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly playground: Playground;
  readonly onClose: () => void;
}

function EditPlayground({ playground, onClose }: DialogProps) {
  return (
    <TextDialog
      title={`Edit ${playground.name}`}
      was={playground}
      call={(text) => playgroundCalls.change(playground.id, text)}
      refresh={[playgroundKeys.all]}
      onClose={onClose}
    />
  );
}

function DeletePlayground({ playground: { id, name }, onClose }: DialogProps) {
  return (
    <DeleteDialog
      name={name}
      kind="playground"
      call={playgroundCalls.remove(id)}
      forget={[playgroundKeys.all]}
      to="/playgrounds"
      onClose={onClose}
    >
      Its blueprints, chats and comparisons go with it; vector databases stay. This cannot be undone.
    </DeleteDialog>
  );
}
