/** Takes what the person who runs the server should know. Never holds a secret. */
export type LauncherLog = (line: { level: 'info' | 'warn' | 'error'; message: string }) => void;
