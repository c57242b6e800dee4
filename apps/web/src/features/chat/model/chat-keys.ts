/** Keys of the query cache that only the chat uses. */
export const chatKeys = {
  session: (sessionId: string) => ['chat', 'session', sessionId] as const,
  /** Begins the keys of all sessions. */
  sessions: ['chat', 'session'] as const,
  /** How far both people have read. */
  marks: (sessionId: string) => ['chat', 'marks', sessionId] as const,
  thread: (sessionId: string) => ['chat', 'thread', sessionId] as const,
};
