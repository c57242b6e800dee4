/**
 * Every key of the query cache that more than one feature reads or invalidates. A change to a session
 * invalidates `sessions.all(profileId)`, which covers the list, the counts and the contacts drawn from it.
 */
export const queryKeys = {
  profile: (userId: string) => ['profile', userId] as const,
  sessions: {
    all: (profileId: string) => ['sessions', profileId] as const,
    list: (profileId: string) => ['sessions', profileId, 'list'] as const,
    stats: (profileId: string) => ['sessions', profileId, 'stats'] as const,
    visitors: (profileId: string) => ['sessions', profileId, 'visitors'] as const,
  },
  session: (sessionId: string) => ['session', sessionId] as const,
  vendors: ['vendors'] as const,
};
