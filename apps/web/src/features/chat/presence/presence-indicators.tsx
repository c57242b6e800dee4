import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSupabase } from '@/shared/api/supabase.ts';
import { formatAgo } from '@/shared/format/format-date.ts';
import { useNow } from '@/shared/hooks/use-now.ts';
import { createStore } from '../model/store.ts';
import { useStore } from '../model/use-store.ts';
import { newestMarks } from '../sync/read-marks.ts';
import { readMarksQuery } from '../sync/read-marks-query.ts';
import type { LivePresence } from './presence-channel.ts';

const NEVER = createStore(false);

interface PresenceProps {
  presence: LivePresence;
}

/** A quiet dot at the avatar of a person who is looking at the chat right now. */
export function OnlineDot({ presence }: PresenceProps) {
  const { t } = useTranslation();
  const online = useStore(presence.online);
  if (online.kind !== 'online') return null;
  return (
    <span className="absolute -end-0.5 -bottom-0.5 size-3.5 animate-fade rounded-full border-2 border-surface bg-success">
      <span className="sr-only">{t('chat.online')}</span>
    </span>
  );
}

interface PresenceLineProps {
  presence: LivePresence | null;
  company: string;
  chatId: string;
}

/**
 * The line under the name: 'typing' in place of the company; beside the company, when the other
 * side was last there.
 */
export function PresenceLine({ presence, company, chatId }: PresenceLineProps) {
  return (
    // A second line only where both find no room in one; the header is high enough for it.
    <p className="flex max-h-[2lh] flex-wrap gap-x-2 overflow-hidden text-ink-soft text-xs leading-4">
      <Typing presence={presence}>
        <bdi className="max-w-full truncate">{company}</bdi>
        {presence && <LastSeen presence={presence} chatId={chatId} />}
      </Typing>
    </p>
  );
}

function Typing({ presence, children }: { presence: LivePresence | null; children: ReactNode }) {
  const { t } = useTranslation();
  const typing = useStore(presence?.typing ?? NEVER);
  return typing ? <span className="font-semibold text-primary">{t('chat.typing')}</span> : children;
}

function LastSeen({ presence, chatId }: PresenceProps & { chatId: string }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const online = useStore(presence.online);
  const marks = useQuery(readMarksQuery(useSupabase(), chatId)).data ?? [];
  if (online.kind !== 'away') return null;
  const { seenAt } = newestMarks(marks, presence.isOfOtherSide);
  const last = Math.max(online.since ?? 0, seenAt ? Date.parse(seenAt) : 0);
  if (!last) return null;
  const ago = formatAgo(new Date(last).toISOString(), i18n.language, Math.max(now, last));
  const said = t('chat.lastSeen', { ago });
  return (
    <span title={said} className="max-w-full truncate">
      {said}
    </span>
  );
}
