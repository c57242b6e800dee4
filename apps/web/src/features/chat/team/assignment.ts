import type { ChatRow } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';

/** Who answers a chat of a booth's team, from the user's side. */
export type Answering = { who: 'no-one' | 'me' } | { who: 'colleague'; name: string | null };

/** What the bar and its dialog know of a person of the booth. */
export interface TeamMate {
  profile_id: string;
  away_since: string | null;
  person: { name: string | null } | null;
}

/**
 * @param assignedTo a profile; null or absent: anyone may answer
 * @param team the booth's people; undefined until they are known
 * @returns who answers; a person who has left the booth answers no more
 */
export function answeringOf(
  assignedTo: string | null | undefined,
  myId: string,
  team: readonly TeamMate[] | undefined,
): Answering {
  if (!assignedTo) return { who: 'no-one' };
  if (assignedTo === myId) return { who: 'me' };
  const colleague = team?.find(({ profile_id }) => profile_id === assignedTo);
  if (team && !colleague) return { who: 'no-one' };
  return { who: 'colleague', name: colleague?.person?.name ?? null };
}

/** @returns the colleagues to whom the user can hand a chat over: those on duty */
export function colleaguesOnDuty<Mate extends TeamMate>(team: readonly Mate[], myId: string): Mate[] {
  return team.filter(({ profile_id, away_since }) => profile_id !== myId && !away_since);
}

/** Why the server refused to change who answers (docs/adr/0083-booth-teams.md). */
export type AssignmentFault =
  | { kind: 'conflict'; name: string | null }
  | { kind: 'away' | 'not-member' | 'chat-unknown' };

const FAULTS: Readonly<Record<string, AssignmentFault>> = {
  'booth: away': { kind: 'away' },
  'booth: not_member': { kind: 'not-member' },
  'booth: chat_unknown': { kind: 'chat-unknown' },
};

/**
 * @param error of `claim_chat`, `hand_over_chat` or `release_chat`
 * @returns `conflict` with the colleague's name when a colleague answers the chat; null for an error
 * that says nothing about the assignment, such as a lost connection
 */
export function assignmentFault(error: unknown): AssignmentFault | null {
  const details = (error as { details?: unknown } | null)?.details;
  if (typeof details !== 'string') return null;
  const known = FAULTS[details];
  if (known) return known;
  return errorCode(error) === 'PT409' ? readConflict(details) : null;
}

function readConflict(details: string): AssignmentFault | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(details);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || !parsed || !('assigned_to' in parsed)) return null;
  const name = 'name' in parsed && typeof parsed.name === 'string' ? parsed.name.trim() : '';
  return { kind: 'conflict', name: name || null };
}

/** @returns the chat with the assignment that the server has answered */
export function withAssignment<Known extends ChatRow>(
  chat: Known,
  { assigned_to, assigned_at }: Pick<ChatRow, 'assigned_to' | 'assigned_at'>,
): Known {
  return { ...chat, assigned_to, assigned_at };
}
