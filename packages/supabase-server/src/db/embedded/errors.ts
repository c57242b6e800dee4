/** Why the embedded PostgreSQL could not be started; see {@link EmbeddedPostgresError}. */
export type EmbeddedPostgresErrorCode =
  /** No bundled PostgreSQL for this platform, or the bundled one does not run here. */
  | 'unsupported-platform'
  /** The installed package lacks its library links and may not be written to. */
  | 'incomplete-installation'
  /** Another running process uses the data directory. */
  | 'in-use'
  /** The data directory cannot be created or written to. */
  | 'unusable-folder'
  /** The account that must run PostgreSQL cannot reach a folder. */
  | 'unreachable-folder'
  /** The cluster belongs to another account, or there is no account to run it as. */
  | 'wrong-owner'
  /** The folder of the cluster holds something else. */
  | 'not-a-cluster'
  /** The cluster was made by another major version of PostgreSQL. */
  | 'version-mismatch'
  | 'init-failed'
  | 'start-failed';

/**
 * The one error that the launcher throws. Its message is written for the person who started the
 * server.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError' as const;
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Distinguishes the launcher's errors from all others. */
export function isEmbeddedPostgresError(error: unknown): error is EmbeddedPostgresError {
  return error instanceof Error && error.name === 'EmbeddedPostgresError';
}

/** The code of a Node system error (`ENOENT`, `EACCES`, ...), or undefined for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
