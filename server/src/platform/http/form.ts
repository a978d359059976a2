import { invalidFields } from './problem.ts';

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

/** The part that holds the data; every client calls it so. */
const FILE_PART = 'file';

/** What is wrong with the files of a form that should hold one, if anything is. */
export function wrongFiles({ files }: Form): string | null {
  const others = files.filter(({ field }) => field !== FILE_PART).map(({ field }) => JSON.stringify(field));
  if (others.length > 0)
    return `Send the file in the part "${FILE_PART}" of the form; you sent one in ${others.join(', ')}`;
  return files.length > 1 ? `Send one file; you sent ${files.length}` : null;
}

/** The one file of a form. `what` it holds is for the refusal when there is none. */
export function getFileOrThrow(form: Form, what: string): UploadedFile {
  const [file] = form.files;
  const wrong = wrongFiles(form);
  if (wrong !== null) throw invalidFields({ file: wrong });
  if (file === undefined) {
    throw invalidFields({ file: `Send ${what} as a file in the part "${FILE_PART}" of a multipart form; got nothing` });
  }
  return file;
}
