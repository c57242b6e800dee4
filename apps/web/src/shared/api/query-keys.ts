/**
 * Every key of the query cache that more than one feature reads or invalidates. A change to a
 * session invalidates `sessions.all(profileId)`, which covers the list, the counts and the contacts
 * drawn from it.
 */
export const queryKeys = {
  profile: (userId: string) => ['profile', userId] as const,
  team: {
    /** Of every profile. */
    every: ['team'] as const,
    all: (profileId: string) => ['team', profileId] as const,
    /** The booth that a person acts for (docs/adr/0083). */
    booth: (profileId: string) => ['team', profileId, 'booth'] as const,
    members: (profileId: string) => ['team', profileId, 'members'] as const,
    invitations: (profileId: string) => ['team', profileId, 'invitations'] as const,
    /** The team's notes beside a chat. */
    notes: (profileId: string, chatId: string) => ['team', profileId, 'notes', chatId] as const,
  },
  /** What an invitation to a booth shows; the viewer is part of the key. */
  boothInvitation: (token: string, userId: string | undefined) =>
    ['booth-invitation', token, userId ?? 'anonymous'] as const,
  sessions: {
    all: (profileId: string) => ['sessions', profileId] as const,
    list: (profileId: string) => ['sessions', profileId, 'list'] as const,
    stats: (profileId: string, boothId: string) => ['sessions', profileId, 'stats', boothId] as const,
    visitorCount: (profileId: string, boothId: string) =>
      ['sessions', profileId, 'visitor-count', boothId] as const,
    visitors: (profileId: string, boothId: string) => ['sessions', profileId, 'visitors', boothId] as const,
    /** One session as its vendor sees it beside its QR code. */
    code: (profileId: string, sessionId: string) => ['sessions', profileId, 'code', sessionId] as const,
  },
  /** One session with both people, as its chat shows it. */
  chat: (sessionId: string) => ['chat', 'session', sessionId] as const,
  vendors: {
    all: ['vendors'] as const,
    list: ['vendors', 'list'] as const,
    count: ['vendors', 'count'] as const,
  },
  /** The saved cards that a user sees: their own and their booth's. */
  cards: (profileId: string) => ['cards', profileId] as const,
  webhook: {
    all: (profileId: string) => ['webhook', profileId] as const,
    endpoint: (profileId: string) => ['webhook', profileId, 'endpoint'] as const,
    deliveries: (profileId: string) => ['webhook', profileId, 'deliveries'] as const,
  },
  /** The person of a badge, as the administrator's list has them. */
  badgeAttendee: (profileId: string, badge: string) => ['badge-attendee', profileId, badge] as const,
  /** A look for the people of so many kept badges. */
  badgeMatches: (profileId: string, waiting: number) => ['badge-matches', profileId, waiting] as const,
  /** A vendor's booth codes; below `sessions`, because a visitor who joins changes their counts. */
  boothCodes: (profileId: string, boothId: string) =>
    ['sessions', profileId, 'booth-codes', boothId] as const,
  /** The data of a booth code's page. */
  booth: (code: string, userId: string | undefined) => ['booth', code, userId ?? 'anonymous'] as const,
  /** The same for every viewer. */
  booths: (code: string) => ['booth', code] as const,
  leads: {
    all: (profileId: string) => ['leads', profileId] as const,
    /** A filtered list. */
    list: (profileId: string, filters: object) => ['leads', profileId, 'list', filters] as const,
    one: (profileId: string, personId: string) => ['leads', profileId, 'one', personId] as const,
    due: (profileId: string, day: string) => ['leads', profileId, 'due', day] as const,
    tags: (profileId: string) => ['leads', profileId, 'tags'] as const,
    questions: (profileId: string) => ['leads', profileId, 'questions'] as const,
    exports: (profileId: string) => ['leads', profileId, 'exports'] as const,
  },
  /** The leads whom a booth may mail, with their last mail. */
  followUps: (boothId: string) => ['follow-ups', boothId] as const,
  /** The people whom a user has blocked. */
  blocks: (profileId: string) => ['blocks', profileId] as const,
  shares: {
    /** The user's shared data and its recipients. */
    all: (profileId: string) => ['shares', profileId] as const,
    /** With one person, or by default. */
    one: (profileId: string, personId: string | null) => ['shares', profileId, 'one', personId] as const,
    history: (profileId: string, personId: string | null) =>
      ['shares', profileId, 'history', personId] as const,
    holders: (profileId: string, search: string, limit: number) =>
      ['shares', profileId, 'holders', search, limit] as const,
  },
  analytics: {
    all: (profileId: string) => ['analytics', profileId] as const,
    span: (profileId: string, span: object) => ['analytics', profileId, span] as const,
  },
  /** What a user wants to be told about unread messages. */
  notificationSettings: (profileId: string) => ['notification-settings', profileId] as const,
  /** Whether this browser gets the user's pushes. */
  pushState: (profileId: string) => ['push-state', profileId] as const,
  /** The record of a user's exports. */
  dataExports: (profileId: string) => ['data-exports', profileId] as const,
  /** The documents that a vendor has given the assistant. */
  material: (profileId: string) => ['material', profileId] as const,
  /** A booth's catalogue, and the addresses of its pictures. */
  catalogue: (ownerId: string) => ['catalogue', ownerId] as const,
  cataloguePictures: (ownerId: string, paths: readonly string[]) =>
    ['catalogue-pictures', ownerId, paths] as const,
  /** A vendor's glossary. */
  glossary: (profileId: string) => ['glossary', profileId] as const,
  /** The data of the join page; the viewer is part of the key, because signing in shows more. */
  invite: (sessionId: string, userId: string | undefined) =>
    ['invite', sessionId, userId ?? 'anonymous'] as const,
  /** The same for every viewer. */
  invites: (sessionId: string) => ['invite', sessionId] as const,
};
