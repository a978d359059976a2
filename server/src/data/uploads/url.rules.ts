/** What is wrong with a URL to fetch from, judging by its text; null when nothing is. */
export function wrongUrl(text: string): string | null {
  if (!URL.canParse(text))
    return `${JSON.stringify(text.slice(0, 200))} is not a valid URL; send one like https://host/file.csv`;
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') {
    return `addresses that begin with ${protocol} are not fetched; send one that begins with http:// or https://`;
  }
  if (username !== '' || password !== '') {
    return 'the URL carries a name or password; send it without, since it would be stored and shown';
  }
  return hostname === '' ? 'the URL names no host' : null;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/csv': '.csv',
  'text/tab-separated-values': '.tsv',
  'application/json': '.json',
  'application/x-ndjson': '.jsonl',
  'application/jsonl': '.jsonl',
  'application/vnd.apache.parquet': '.parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/gzip': '.gz',
  'application/zip': '.zip',
};
const LONGEST_NAME = 200;

/** What the file is called: as the server says, else by the last piece of the address; never with a folder in it. */
export function fileNameOf(url: string, disposition: string | undefined, type: string | undefined): string {
  const said = said5987(disposition) ?? /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const piece = decodeSafely(new URL(url).pathname.split('/').at(-1) ?? '');
  const name = bare(said ?? '') || bare(piece) || 'data';
  const extension = EXTENSIONS[(type ?? '').split(';')[0]?.trim().toLowerCase() ?? ''] ?? '';
  return /\.[a-z0-9]{1,8}$/i.test(name) ? name : name + extension;
}

function said5987(disposition: string | undefined): string | undefined {
  const text = /filename\*=(?:UTF-8)''([^;]+)/i.exec(disposition ?? '')?.[1];
  return text === undefined ? undefined : decodeSafely(text);
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const bare = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').trim().replace(/^\.+$/, '').slice(0, LONGEST_NAME);
