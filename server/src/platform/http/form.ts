/** A multipart form after its files were streamed to the store. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
}

export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  /** Where the bytes lie: moved by the verb when it keeps them, deleted by the HTTP layer when it does not. */
  readonly blobKey: string;
  readonly bytes: number;
}
