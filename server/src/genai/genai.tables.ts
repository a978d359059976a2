import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Chunking } from './vector-databases/building/chunking.rules.ts';
import type { VectorIndexKind } from './vector-databases/pgvector/pgvector.rules.ts';

/** Written as JSON text, read as what it says. */
type Json<Value> = ColumnType<Value, string, string>;

export type Counter = 'llmApiCalls' | 'vectorDatabases';

interface CounterTable {
  organization_id: string;
  user_id: string;
  counter: Counter;
  completed: number;
}

interface JournalTable extends CounterTable {
  journal: string;
}

interface HoldTable extends Omit<CounterTable, 'completed'> {
  id: string;
  expires_at: Date;
}

/** A catalogue entry of an upstream, as an administrator wrote it. */
export interface StoredModel {
  readonly model: string;
  readonly upstreamModel: string;
  readonly name: string;
  readonly description: string;
  readonly creator: string;
  readonly contextSize: number;
  readonly maxCompletionTokens: number;
  readonly inputTypes: readonly string[];
  readonly isActive: boolean;
  readonly isDeprecated: boolean;
}

interface Created {
  id: string;
  organization_id: string;
  created_by: string;
  created_at: Date;
}

interface Authored extends Created {
  updated_by: string;
  updated_at: Date;
}

interface UpstreamTable extends Authored {
  name: string;
  base_url: string;
  sealed_key: string | null;
  is_active: boolean;
  reports_usage: boolean;
  models: Json<readonly StoredModel[]>;
}

interface VectorDatabaseTable extends Authored {
  use_case_id: string;
  name: string;
  dataset_id: string;
  dataset_version_id: string;
  dataset_name: string;
  family_id: string;
  parent_id: string | null;
  version: number;
  embedding_model: string;
  chunking: Json<Chunking>;
  metadata_columns: Json<readonly string[]>;
  access_connection_id: string | null;
  access_item_column: string | null;
  execution_status: ExecutionStatus;
  error_message: string | null;
  status_id: string | null;
  chunks_count: Generated<number>;
  size: Generated<number>;
  dimensions: number | null;
  /** Null until it is built. */
  vector_index: VectorIndexKind | null;
}

interface PlaygroundTable extends Authored {
  use_case_id: string;
  name: string;
  description: string;
  playground_type: 'rag' | 'agentic';
}

export type Settings = Readonly<Record<string, unknown>>;
type JsonOrNull<Value> = ColumnType<Value | null, string | null, string | null>;

interface BlueprintTable extends Authored {
  playground_id: string;
  name: string;
  description: string;
  is_saved: Generated<boolean>;
  is_starred: Generated<boolean>;
  prompt_type: 'CHAT_HISTORY_AWARE' | 'ONE_TIME_PROMPT';
  llm_id: string | null;
  llm_settings: JsonOrNull<Settings>;
  vector_database_id: string | null;
  vector_database_settings: JsonOrNull<Settings>;
}

interface ChatTable extends Created {
  llm_blueprint_id: string;
  name: string;
  is_frozen: Generated<boolean>;
}

interface ComparisonChatTable extends Created {
  playground_id: string;
  name: string;
}

interface ComparisonPromptTable extends Created {
  playground_id: string;
  comparison_chat_id: string | null;
  text: string;
  metadata_filter: JsonOrNull<Settings>;
}

type ExecutionStatus = 'NEW' | 'RUNNING' | 'COMPLETED' | 'ERROR';

/** A piece of a document that an answer was given from. */
export interface Citation {
  readonly text: string;
  readonly source: string | null;
  readonly similarityScore: number | null;
  readonly metadata: Settings | null;
}

/** What is kept of how an answer came about; feedback and metrics are columns of their own. */
export interface AnswerMetadata {
  readonly outputTokenCount: number;
  readonly inputTokenCount: number;
  readonly totalTokenCount: number;
  readonly estimatedDocsTokenCount: number;
  readonly latencyMilliseconds: number;
  readonly errorMessage: string | null;
  readonly finalPrompt: readonly Settings[] | null;
}

interface AnswerTable extends Created {
  playground_id: string;
  llm_blueprint_id: string;
  chat_id: string | null;
  comparison_prompt_id: string | null;
  text: string;
  llm_id: string;
  llm_settings: JsonOrNull<Settings>;
  vector_database_id: string | null;
  vector_database_settings: JsonOrNull<Settings>;
  metadata_filter: JsonOrNull<Settings>;
  history_ids: Generated<string[]>;
  execution_status: ExecutionStatus;
  result_text: string | null;
  result_metadata: JsonOrNull<AnswerMetadata>;
  citations: ColumnType<readonly Citation[], string | undefined, string>;
  custom_metrics: ColumnType<readonly Settings[], string | undefined, string>;
  positive_user_ids: Generated<string[]>;
  negative_user_ids: Generated<string[]>;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    genai_usage_counters: CounterTable;
    genai_usage_journals: JournalTable;
    genai_usage_holds: HoldTable;
    genai_upstreams: UpstreamTable;
    genai_vector_databases: VectorDatabaseTable;
    genai_playgrounds: PlaygroundTable;
    genai_llm_blueprints: BlueprintTable;
    genai_chats: ChatTable;
    genai_comparison_chats: ComparisonChatTable;
    genai_comparison_prompts: ComparisonPromptTable;
    genai_answers: AnswerTable;
  }
}

export type UpstreamRow = Selectable<UpstreamTable>;
export type VectorDatabaseRow = Selectable<VectorDatabaseTable>;
export type PlaygroundRow = Selectable<PlaygroundTable>;
export type BlueprintRow = Selectable<BlueprintTable>;
export type ChatRow = Selectable<ChatTable>;
export type ComparisonChatRow = Selectable<ComparisonChatTable>;
export type ComparisonPromptRow = Selectable<ComparisonPromptTable>;
export type AnswerRow = Selectable<AnswerTable>;
