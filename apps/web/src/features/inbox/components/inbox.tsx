import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate } from 'react-router';
import { useMyBooth } from '@/entities/booth/my-booth.ts';
import { useTeam } from '@/entities/booth/team.ts';
import { counterpartIn, isForViewer, unseenChats } from '@/entities/chat/chat-list-item.ts';
import { useChatList } from '@/entities/chat/chat-list-query.ts';
import { messagePreview } from '@/entities/chat/message-preview.ts';
import { isUnaccepted } from '@/entities/chat/request-state.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { usePageVisible } from '@/shared/hooks/use-page-visible.ts';
import { setTitleBadge } from '@/shared/page/page-title.ts';
import { alertSetting } from '@/shared/settings/alert-setting.ts';
import { startChatListSync } from '../api/chat-list-sync.ts';
import { showAlert, takeAlert } from '../api/show-alert.ts';
import type { InboxEvent } from '../model/inbox-event.ts';

/** Keeps a signed-in user's chats up to date on every page. Renders nothing. */
export function Inbox() {
  const profile = useProfile().data;
  return profile ? <InboxOf key={profile.id} profile={profile} /> : null;
}

function InboxOf({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { id, role } = profile;
  const openChat = useMatch('/chat/:sessionId')?.params.sessionId;
  const visible = usePageVisible();
  // The open chat is about to be marked as read, so it is not counted as unread, not even for a
  // moment.
  const others = useChatList(profile).data?.filter((chat) => !visible || chat.id !== openChat);
  const unseen = unseenChats(others ?? [], { id, role });

  useEffect(() => setTitleBadge(unseen), [unseen]);
  useEffect(() => () => setTitleBadge(0), []);

  const onEvent = useEffectEvent((event: InboxEvent) => {
    const { session: chat } = event;
    // A request waits without a sound.
    if (role === 'vendor' && isUnaccepted(chat)) return;
    // A colleague answers it.
    if (!isForViewer(chat, profile.id)) return;
    const id = event.kind === 'joined' ? `joined:${chat.id}` : event.message.id;
    if (document.visibilityState === 'visible') {
      // It is visible here, so a tab in the background does not alert.
      if (chat.id === openChat) void takeAlert(id);
      return;
    }
    if (!alertSetting.isOn()) return;
    const title = counterpartIn(chat, role)?.name || t('chat.someone');
    const body =
      event.kind === 'joined' ? t('alerts.joined') : messagePreview(event.message, profile.language, t);
    void showAlert({ id, sessionId: chat.id, title, body }, (path) => void navigate(path));
  });

  const boothId = useMyBooth(profile).data?.id ?? id;
  const people = useTeam(profile).data?.map(({ profile_id }) => profile_id) ?? [];
  const team = people.toSorted().join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sync reads the booth from the cache.
  useEffect(
    () =>
      startChatListSync({
        supabase,
        queryClient,
        viewer: { id, role },
        team: team ? team.split(',') : [],
        onEvent: (event) => onEvent(event),
      }),
    [supabase, queryClient, id, role, boothId, team],
  );
  return null;
}
