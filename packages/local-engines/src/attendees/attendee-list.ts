/** The largest file with a list of attendees, in bytes. */
export const ATTENDEE_LIST_BYTES = 10 * 1024 * 1024;

/** The most rows of a list, its header aside. */
export const ATTENDEE_LIST_ROWS = 50_000;

/** A person of the list, as the columns of `private.attendees`. */
export interface Attendee {
  badge: string;
  name: string;
  company: string | null;
  designation: string | null;
  email: string | null;
  phone: string | null;
}

/** Why a row is left out. */
export type BrokenRowReason =
  /** It has more columns than the header, or in CSV fewer: a comma or a line break without quotes. */
  | 'columns'
  /** A quotation mark within a value. */
  | 'quotes'
  | 'no_id'
  | 'no_name'
  /** An earlier row has the id. */
  | 'duplicate_id'
  | 'too_long';

export interface BrokenRow {
  /** As a spreadsheet counts: the header of a file without blank lines is row 1. */
  row: number;
  reason: BrokenRowReason;
}

/** Why a file is no list of attendees. */
export type AttendeeListFault =
  /** Neither a text in a known encoding nor an XLSX workbook. */
  | 'unreadable'
  /** The workbook is larger than it may be once it is unpacked. */
  | 'unpacked_too_large'
  | 'too_many_rows'
  | 'no_id_column'
  | 'no_name_column'
  /** A quotation mark opens a value and none closes it, so the rows after it cannot be told apart. */
  | 'unclosed_quotes'
  /** No row has a person. */
  | 'no_attendees';

export type AttendeeListReading =
  | {
      ok: true;
      count: number;
      /** The attendees, as arrays of {@link Attendee} in JSON: the server passes them on unread. */
      batches: string[];
      /** Their number, and the first ones. */
      broken: { count: number; first: BrokenRow[] };
    }
  | { ok: false; fault: AttendeeListFault; row?: number };

/** A message to the process that reads lists. */
export interface AttendeeListJob {
  bytes: Uint8Array;
}
