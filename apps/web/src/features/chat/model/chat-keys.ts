/** Keys of the query cache that only the chat uses. */
export const chatKeys = {
  session: (sessionId: string) => ['chat', sessionId, 'session'] as const,
  thread: (sessionId: string) => ['chat', sessionId, 'thread'] as const,
};
