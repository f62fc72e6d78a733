import { identifier, textLiteral } from '../../engine/dialects/duckdb/lexical.ts';

export interface DuckDbSettings {
  /** Folders that the engine may read from and write to, with all that is in them. */
  readonly allowedDirectories: readonly string[];
  /** Single files that it may read and write. */
  readonly allowedPaths: readonly string[];
  /** What DuckDB may hold in memory before it spills. */
  readonly memoryLimitBytes: number;
  /** An existing folder; spill files live in a folder of their own below it, which goes with the session. */
  readonly spillDirectory: string;
  readonly maxSpillBytes: number;
  /** 0: one for each processor. */
  readonly threads: number;
}

/**
 * The statements that harden a fresh connection, in order: what may be opened, then the doors shut, then the lock.
 * Options that an embedder might think are off by default are set all the same: a default can change with a version.
 */
export function settingStatements(settings: DuckDbSettings, spillFolder: string): readonly string[] {
  const values: Readonly<Record<string, string>> = {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    memory_limit: textLiteral(`${Math.max(1, Math.floor(settings.memoryLimitBytes / 1024))}KiB`),
    temp_directory: textLiteral(spillFolder),
    max_temp_directory_size: textLiteral(`${Math.floor(settings.maxSpillBytes / 1024)}KiB`),
    ...(settings.threads > 0 ? { threads: String(settings.threads) } : {}),
    // Nothing here depends on the order of rows, and keeping it costs memory.
    preserve_insertion_order: 'false',
    // The host's zone must not decide a verdict.
    TimeZone: textLiteral('UTC'),
    // Errors are told apart by their type, never by their message.
    errors_as_json: 'true',
    enable_progress_bar: 'true',
    enable_progress_bar_print: 'false',
    allowed_directories: listLiteral(settings.allowedDirectories),
    allowed_paths: listLiteral(settings.allowedPaths),
    enable_external_access: 'false',
    lock_configuration: 'true',
  };
  return Object.entries(values).map(([name, value]) => `SET ${identifier(name)} = ${value}`);
}

function listLiteral(values: readonly string[]): string {
  return `[${values.map(textLiteral).join(', ')}]::VARCHAR[]`;
}
