/** Receives messages for the person who runs the server. Never holds a secret. */
export type LauncherLog = (line: { level: 'info' | 'warn' | 'error'; message: string }) => void;
