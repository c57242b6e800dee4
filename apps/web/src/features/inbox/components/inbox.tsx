import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { alertsWanted } from '../../../lib/alert-setting.ts';
import type { Profile } from '../../../lib/database-types.ts';
import { messagePreview } from '../../../lib/message-preview.ts';
import { setTitleBadge } from '../../../lib/page-title.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { useSummaries } from '../../../lib/session-summaries.ts';
import { counterpartIn, unseenChats } from '../../../lib/session-summary.ts';
import { useSupabase } from '../../../lib/supabase.ts';
import { startLiveInbox } from '../api/live-inbox.ts';
import { showAlert } from '../api/show-alert.ts';
import type { InboxEvent } from '../model/inbox-event.ts';

/** Keeps a signed-in user's chats up to date on whatever page they are. Shows nothing by itself. */
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
  const unseen = unseenChats(useSummaries(profile).data ?? [], role);

  useEffect(() => {
    setTitleBadge(unseen);
    return () => setTitleBadge(0);
  }, [unseen]);

  const tell = useEffectEvent((event: InboxEvent) => {
    if (document.visibilityState === 'visible' || !alertsWanted()) return;
    const { session } = event;
    const name = counterpartIn(session, role)?.name || t('chat.someone');
    const alert =
      event.kind === 'joined'
        ? { id: `joined:${session.id}`, title: name, body: t('alerts.joined') }
        : {
            id: event.message.id,
            title: name,
            body: messagePreview(event.message, profile.language, t),
          };
    void showAlert({ ...alert, sessionId: session.id }, (path) => void navigate(path));
  });

  useEffect(
    () => startLiveInbox({ supabase, queryClient, reader: { id, role }, onEvent: (event) => tell(event) }),
    [supabase, queryClient, id, role],
  );
  return null;
}
