import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import type { Chat } from '../model/chat.ts';
import { type Meetings, MeetingsContext } from './meetings-context.ts';
import type { KnownMeetings } from './use-known-meetings.ts';

// Loaded when a meeting is first proposed.
const loadDialog = async () => (await import('./propose-meeting-dialog.tsx')).ProposeMeetingDialog;

interface ChatMeetingsProps {
  chat: Chat;
  me: Profile;
  otherName: string;
  known: KnownMeetings;
  /** Whether the chat takes proposals now: no request, no block. */
  takesProposals: boolean;
  children: ReactNode;
}

/** The meetings of a chat (docs/adr/0085): their place, and the dialog that proposes one. */
export function ChatMeetings({ chat, me, otherName, known, takesProposals, children }: ChatMeetingsProps) {
  const visitorId = chat.visitor_id;
  const { rows, isOutdated } = known;
  const [dialog, setDialog] = useState<{ replaced: MeetingRow | null } | null>(null);
  const Dialog = useLazyComponent(dialog !== null, loadDialog, () => setDialog(null));
  const propose = useCallback((replaced: MeetingRow | null) => setDialog({ replaced }), []);
  const meetings = useMemo<Meetings>(
    () => ({
      byMessage: new Map(rows.map((meeting) => [meeting.message_id, meeting])),
      isOutdated,
      viewer: me,
      isOwn: ({ proposer_id }) => (proposer_id === visitorId) === (me.id === visitorId),
      otherName,
      propose: takesProposals && visitorId ? propose : null,
    }),
    [rows, isOutdated, visitorId, me, otherName, takesProposals, propose],
  );
  return (
    <MeetingsContext value={meetings}>
      {children}
      {Dialog && dialog && (
        <Dialog
          chatId={chat.id}
          otherName={otherName}
          replaced={dialog.replaced}
          onClose={() => setDialog(null)}
        />
      )}
    </MeetingsContext>
  );
}
