type Settings = Readonly<Record<string, unknown>>;

/** A language model and what it is asked with, frozen when it was registered. What is in the settings is not known here. */
export interface TextModel {
  /** Of the catalogue. */
  readonly llmId: string;
  readonly llmSettings: Settings | null;
  readonly vectorDatabaseId: string | null;
  readonly vectorDatabaseSettings: Settings | null;
}
