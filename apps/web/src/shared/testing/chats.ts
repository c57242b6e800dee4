import type { ChatListItem, Profile } from '../api/database-types.ts';

/** A chat of two people in which nothing has been said, as a list shows it. */
export function chatListItem(
  vendor: Profile,
  visitor: Profile | null,
  given: Partial<ChatListItem> = {},
): ChatListItem {
  const at = '2026-11-26T09:00:00+00:00';
  return {
    id: crypto.randomUUID(),
    vendor_id: vendor.id,
    visitor_id: visitor?.id ?? null,
    status: 'active',
    created_at: at,
    joined_at: visitor && at,
    vendor: partyOf(vendor),
    visitor: visitor && partyOf(visitor),
    last_message: null,
    unread_count: 0,
    waiting_since: null,
    last_read_at: at,
    seen_at: at,
    last_activity: at,
    ...given,
  };
}

function partyOf({ id, name, company, avatar_url }: Profile): ChatListItem['vendor'] {
  return { id, name, company, avatar_url };
}
