// The rows of meetings (docs/adr/0085). Times are ISO 8601.
import type { MeetingMinutes } from '@dragoman/domain/meetings';

/** A meeting that one side of a chat has proposed. */
export type MeetingRow = {
  id: string;
  session_id: string;
  /** The message in whose place the chat shows it. */
  message_id: string;
  /** The visitor, or a person of the booth; null after that person's account was deleted. */
  proposer_id: string | null;
  /** The earliest first. */
  times: string[];
  minutes: MeetingMinutes;
  /** Empty: not said. */
  place: string;
  /** Names of the IANA database. */
  proposer_zone: string;
  accepter_zone: string | null;
  /** `replaced`: one side has proposed other times. */
  state: 'proposed' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'cancelled';
  /** The accepted time, also of a cancelled meeting. */
  starts_at: string | null;
  created_at: string;
  changed_at: string;
  /** What it is about, in the proposer's words; empty: not said. */
  note: string;
};

/** What `propose_meeting` takes. */
export type MeetingProposal = {
  /** Made by the device: proposing again under it changes nothing. */
  id: string;
  session_id: string;
  times: string[];
  minutes: MeetingMinutes;
  place: string;
  time_zone: string;
  note: string;
  /** An open proposal whose place this one takes. */
  replaces?: string;
};

/** What `settle_meeting` takes. */
export type MeetingSettlement =
  | { meeting_id: string; act: 'accept'; starts_at: string; time_zone: string }
  | { meeting_id: string; act: 'decline' | 'withdraw' | 'cancel' };
