import { createContext } from 'react';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import type { Profile } from '@/shared/api/database-types.ts';

/** What composer and bubbles do with meetings. */
export interface Meetings {
  /** By the message in whose place a meeting is shown. */
  byMessage: ReadonlyMap<string, MeetingRow>;
  /** They were read earlier, and now the server cannot be asked: they may have changed. */
  isOutdated: boolean;
  viewer: Pick<Profile, 'id' | 'language'>;
  /** Whether the viewer's side has proposed a meeting. */
  isOwn(meeting: MeetingRow): boolean;
  /** The other person's name. */
  otherName: string;
  /**
   * Opens the dialog of a proposal, which may take the place of an open one. Null where the chat
   * takes none: before a visitor has joined, after a block, or while a request waits.
   */
  propose: ((replaced: MeetingRow | null) => void) | null;
}

export const MeetingsContext = createContext<Meetings | null>(null);
