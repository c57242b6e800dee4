import type { NewMessage } from '@/entities/chat/chat-list-item.ts';
import type { ChatListItem } from '@/shared/api/database-types.ts';

/** An event that may interest a user on another page. */
export type InboxEvent =
  | { kind: 'joined'; session: ChatListItem }
  | { kind: 'message'; session: ChatListItem; message: NewMessage };
