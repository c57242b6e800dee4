import { type LoggerOptions, pino } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Logging for services: metadata and a sentence. Never tokens, passwords, codes, message texts or
 * card contents.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** JSON lines on standard output. */
export function createLogger(level: LogLevel): Logger {
  return pino(loggerOptions(level));
}

/** The options that all log outputs share. */
export function loggerOptions(level: LogLevel): LoggerOptions {
  return {
    level,
    base: null,
    // A second line of defence: fields of these names never reach the log.
    redact: {
      paths: [
        'authorization',
        'apikey',
        'password',
        'token',
        'access_token',
        'refresh_token',
        'text',
        'content',
      ].flatMap((name) => [name, `*.${name}`]),
      censor: '[hidden]',
    },
  };
}
