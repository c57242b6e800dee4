import { queryKeys } from '@/shared/api/query-keys.ts';

/** Keys of the query cache of the chat. */
export const chatKeys = {
  chat: queryKeys.chat,
  /** Begins the keys of all sessions. */
  sessions: ['chat', 'session'] as const,
  /** The read marks of both people. */
  marks: (chatId: string) => ['chat', 'marks', chatId] as const,
  /** The reactions of both people. */
  reactions: (chatId: string) => ['chat', 'reactions', chatId] as const,
  /** What both sides have proposed. */
  meetings: (chatId: string) => ['chat', 'meetings', chatId] as const,
  /** The place that a proposal names by default. */
  meetingPlace: (chatId: string) => ['chat', 'meeting-place', chatId] as const,
  /** What a meeting is about, in a reader's language. */
  meetingNote: (meetingId: string, language: string) =>
    ['chat', 'meeting-note', meetingId, language] as const,
  /** Those whom messages name by their id alone. */
  senders: (chatId: string, ids: readonly string[]) => ['chat', 'senders', chatId, ids] as const,
  /** A quoted message that is not among the loaded ones. */
  quoted: (messageId: string) => ['chat', 'quoted', messageId] as const,
  messageHistory: (chatId: string) => ['chat', 'thread', chatId] as const,
  /** The bytes of a stored picture. */
  picture: (path: string | null) => ['chat', 'picture', path] as const,
  /** The text in a picture. */
  pictureText: (messageId: string) => ['chat', 'picture-text', messageId] as const,
};
