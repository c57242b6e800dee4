import type { Language } from '@dragoman/domain/languages';
import { chatPath } from '@dragoman/domain/routes';
import type { AppContext } from '../context.ts';
import type { FileSource } from '../file-links/file-link-routes.ts';
import { calendarFile } from './calendar-file.ts';

interface Row extends Record<string, unknown> {
  state: string;
  starts_at: Date;
  minutes: number;
  place: string;
  note: string;
  changed_at: Date;
  session_id: string;
  language: Language;
  name: string | null;
}

// The booth's person is who proposed the meeting, else who answers the chat. Row-level security
// leaves out what the caller may not see.
const MEETING = `
  select m.state, m.starts_at, m.minutes, m.place, m.note, m.changed_at, m.session_id, reader.language, other.name
  from public.meetings m
  join public.sessions s on s.id = m.session_id
  join public.profiles reader on reader.id = private.my_profile_id()
  left join public.shared_profiles other on other.id = case
    when s.visitor_id <> reader.id then s.visitor_id
    when m.proposer_id <> s.visitor_id then m.proposer_id
    else coalesce(s.assigned_to, s.vendor_id) end
  where m.id = $1 and m.state in ('accepted', 'cancelled')`;

/** An accepted or cancelled meeting of the caller's chats as a calendar file (docs/adr/0085). */
export function meetingFile({ db, config }: Pick<AppContext, 'db' | 'config'>): FileSource {
  return {
    name: 'meeting-file',
    key: 'meeting',
    missing: 'There is no such meeting, it was not accepted, or you do not see it',
    async make(scope, meeting) {
      const [row] = await db.request<Row>(scope, { text: MEETING, values: [meeting] });
      if (!row) return null;
      return calendarFile({
        id: meeting,
        cancelled: row.state === 'cancelled',
        startsAt: row.starts_at,
        minutes: row.minutes,
        place: row.place,
        note: row.note,
        changedAt: row.changed_at,
        language: row.language,
        name: row.name || '?',
        chatUrl: config.publicUrl && `${config.publicUrl}${chatPath(row.session_id)}`,
      });
    },
  };
}
