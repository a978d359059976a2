import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** PostgreSQL's settings for one machine that it shares with the server and the workers. */
export function serverSettings(socketFolder: string): Record<string, string> {
  const memory = totalmem() / MB;
  const clamp = (least: number, wanted: number, most: number) => Math.floor(Math.max(least, Math.min(wanted, most)));
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder.replaceAll('"', '""').replace(/^.*$/s, '"$&"'),
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${clamp(32, memory / 16, 512)}MB`,
    effective_cache_size: `${clamp(128, memory / 3, 8192)}MB`,
    maintenance_work_mem: `${clamp(32, memory / 32, 256)}MB`,
    work_mem: '16MB',
    // Our queries are short; parallel ones would also need more of /dev/shm than containers give.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    random_page_cost: '1.1',
    max_wal_size: '1GB',
    wal_compression: 'on',
    // After a crash the whole file system is synced in one call instead of file by file.
    recovery_init_sync_method: 'syncfs',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // "log" leaves out statement errors: they are answered to the caller, and their text may hold secrets.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}

/** As arguments: nobody edits a file inside the data folder, and a new release brings its new settings along. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
