import type { LeadContent } from '@dragoman/domain/leads/lead';

/** A lead as stored on the server. */
export interface SavedLead {
  version: number;
  content: LeadContent;
  /** Who met the person; null without a team. */
  metBy?: string | null;
}

/** Changes of a lead that the server does not have yet. */
export interface PendingLead {
  /** On whose device it waits. */
  ownerId: string;
  /** The booth whose lead it is; absent: the owner's. */
  boothId?: string;
  personId: string;
  /** The server's state when these changes began; null without a row, or when unknown. */
  base: SavedLead | null;
  mine: LeadContent;
  /** The time of the last change, ms since 1970. */
  editedAt: number;
  /** The server has refused it, for its length say; it is tried again when it is changed. */
  refused: boolean;
  /** It was refused as there are as many leads as there may be. */
  full?: boolean;
}

/** The result of an attempt to save. */
export type SaveOutcome =
  | { kind: 'saved'; lead: SavedLead }
  /** Another device was first. @property theirs null when the row was deleted */
  | { kind: 'changed'; theirs: SavedLead | null }
  /** The result is unknown, or a later attempt may succeed. */
  | { kind: 'unreachable' }
  /** @property full when there are as many leads as there may be */
  | { kind: 'refused'; full?: boolean };

/** @returns the pending lead of stored data; null when the data is not one. */
export function parsePendingLead(data: unknown): PendingLead | null {
  const { ownerId, personId, mine, editedAt } = (data ?? {}) as Record<string, unknown>;
  const isLead =
    typeof ownerId === 'string' &&
    typeof personId === 'string' &&
    typeof mine === 'object' &&
    typeof editedAt === 'number';
  return isLead ? (data as PendingLead) : null;
}
