import { Button } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../api/call-query.ts';
import { type Blueprint, chatCalls, type Playground, playgroundCalls, playgroundKeys } from '../../api/generative.ts';
import { Allowed, HeadButton, RowMenu } from '../../parts/actions.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, TabRow } from '../../parts/panel.tsx';
import { BlueprintDialog } from './blueprints/blueprint-dialog.tsx';
import { ChatView } from './chat/chat-view.tsx';
import { CompareView } from './compare/compare-view.tsx';
import './playground.css';
import { DeleteDialog, TextDialog } from '../../parts/dialogs.tsx';

const FROM = '/signed-in/playgrounds/$playgroundId';

export function PlaygroundPage() {
  const { playgroundId } = useParams({ from: FROM });
  const { blueprint, chat, view = 'chat' } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: '/playgrounds/$playgroundId' });
  const playground = useCall(playgroundCalls.one(playgroundId));
  const blueprints = useCall(playgroundCalls.blueprints(playgroundId));
  const [creating, setCreating] = useState(false);
  const go = (search: { blueprint?: string; chat?: string; view?: string }) => void navigate({ search, replace: true });
  const chosen = blueprints.data?.data.find(({ id }) => id === blueprint) ?? blueprints.data?.data[0];
  return (
    <Page
      title={playground.data?.name ?? 'Playground'}
      intro={playground.data?.description}
      calls={[
        playgroundCalls.one(playgroundId),
        playgroundCalls.blueprints(playgroundId),
        ...(chat === undefined ? [] : [chatCalls.prompts(chat)]),
      ]}
      actions={
        <>
          <HeadButton
            label="Create blueprint"
            primary
            needs={{ object: 'playground', id: playgroundId, need: 'write' }}
            onClick={() => setCreating(true)}
          />
          {playground.data && <PlaygroundActions playground={playground.data} />}
        </>
      }
    >
      <Answer of={playground} what="this playground">
        {() => (
          <Answer of={blueprints} what="the LLM blueprints">
            {({ data }) =>
              chosen === undefined ? (
                <NoBlueprints playgroundId={playgroundId} onCreate={() => setCreating(true)} />
              ) : (
                <TabRow
                  label="What to do"
                  value={view}
                  onChange={(next) => go({ blueprint: chosen.id, ...(next === 'compare' ? { view: next } : {}) })}
                  tabs={[
                    {
                      value: 'chat',
                      label: 'Chat',
                      content: () => (
                        <ChatView
                          blueprints={data}
                          chosen={chosen}
                          chatId={chat}
                          onBlueprint={(id) => go({ blueprint: id })}
                          onChat={(id) => go({ blueprint: chosen.id, ...(id === undefined ? {} : { chat: id }) })}
                        />
                      ),
                    },
                    {
                      value: 'compare',
                      label: 'Compare',
                      content: () => <CompareView playgroundId={playgroundId} blueprints={data} />,
                    },
                  ]}
                />
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

function NoBlueprints({ playgroundId, onCreate }: { playgroundId: string; onCreate: () => void }) {
  return (
    <EmptyState
      icon="llm"
      title="No LLM blueprints yet"
      action={
        <Allowed needs={{ object: 'playground', id: playgroundId, need: 'write' }}>
          <Button onClick={onCreate}>Create the first one</Button>
        </Allowed>
      }
    >
      Choose a model, tell it how to behave, and give it a vector database if it should answer from your documents.
    </EmptyState>
  );
}

function PlaygroundActions({ playground }: { playground: Playground }) {
  const { id, name } = playground;
  return (
    <RowMenu
      of={name}
      onPage
      actions={[
        {
          label: 'Edit',
          needs: playgroundCalls.change(id, {}),
          dialog: (close) => (
            <TextDialog
              title={`Edit ${name}`}
              was={playground}
              call={(text) => playgroundCalls.change(id, text)}
              refresh={[playgroundKeys.all]}
              onClose={close}
            />
          ),
        },
        {
          label: 'Delete',
          needs: playgroundCalls.remove(id),
          dangerous: true,
          dialog: (close) => (
            <DeleteDialog
              name={name}
              kind="playground"
              call={playgroundCalls.remove(id)}
              forget={[playgroundKeys.all]}
              to="/playgrounds"
              onClose={close}
            >
              Its blueprints, chats and comparisons go with it; vector databases stay. This cannot be undone.
            </DeleteDialog>
          ),
        },
      ]}
    />
  );
}
