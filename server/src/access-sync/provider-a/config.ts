/** What a connection to provider A knows. */
export interface ProviderAConfig {
  readonly serviceAccountKey: {
    readonly client_email: string;
    readonly private_key: string;
    readonly private_key_id?: string | undefined;
  };
  /** The administrator to act as when the directory is read. */
  readonly adminEmail: string;
  readonly domain: string;
  readonly driveUrl: string;
  readonly activityUrl: string;
  readonly directoryUrl: string;
  readonly tokenUrl: string;
  readonly scopeBase: string;
}
