import type { ArgsOf, Row } from '@/shared/api/database-types.ts';

/** A meeting that one side of a chat has proposed (docs/adr/0085). */
export type MeetingRow = Row<'meetings'>;

export type MeetingProposal = ArgsOf<'propose_meeting'>;

export type MeetingSettlement = ArgsOf<'settle_meeting'>;
