import { CONTACT_FIELDS, type ContactField } from '@dragoman/domain/cards/scanned-card';
import { VCARD_MEDIA_TYPE, vCard } from '@dragoman/domain/cards/vcard';
import { CSV_MEDIA_TYPE, csv, csvLines } from '@dragoman/domain/csv';
import type { LeadStatus } from '@dragoman/domain/leads/lead';
import { answerText, type LeadQuestion } from '@dragoman/domain/leads/lead-questions';
import type { LeadExportFormat } from '@/shared/api/database-types.ts';
import { localDay } from '@/shared/format/local-day.ts';
import type { ListedLead } from './lead-filters.ts';

/** Labels of the columns and their values, in the user's language. */
export interface LeadLabels {
  fields: Record<ContactField, string>;
  status: string;
  rating: string;
  tags: string;
  note: string;
  followUp: string;
  met: string;
  statuses: Record<LeadStatus, string>;
  yes: string;
  no: string;
  /** Label for a person without a name. */
  someone: string;
  /** The sheet runs from right to left. */
  rightToLeft: boolean;
}

export const FILE_ENDINGS: Record<LeadExportFormat, string> = { csv: 'csv', xlsx: 'xlsx', vcard: 'vcf' };

/**
 * Leads as a file. They come in pages, each of which is written before the next is read.
 * @param questions the vendor's own, a column each
 */
export async function leadFile(
  format: LeadExportFormat,
  pages: AsyncIterable<readonly ListedLead[]>,
  questions: readonly LeadQuestion[],
  labels: LeadLabels,
): Promise<Blob> {
  if (format === 'xlsx') return xlsxFile(pages, questions, labels);
  const parts: Blob[] = format === 'csv' ? [new Blob([csv([headings(questions, labels)])])] : [];
  for await (const page of pages) {
    const text =
      format === 'csv'
        ? csvLines(page.map((lead) => values(lead, questions, labels).map(csvText)))
        : page.map((lead) => leadVCard(lead, questions, labels)).join('');
    // The browser decides where to keep a blob, on a disk if it likes.
    parts.push(new Blob([text]));
  }
  return new Blob(parts, { type: format === 'csv' ? CSV_MEDIA_TYPE : VCARD_MEDIA_TYPE });
}

function csvText(value: Value): string {
  return typeof value === 'object' ? value.day : String(value);
}

/** Every text is a cell of the type text, so that no spreadsheet runs it as a formula. */
async function xlsxFile(
  pages: AsyncIterable<readonly ListedLead[]>,
  questions: readonly LeadQuestion[],
  labels: LeadLabels,
): Promise<Blob> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const heading = headings(questions, labels).map((value) => ({
    value,
    type: String,
    fontWeight: 'bold' as const,
  }));
  const rows: object[][] = [];
  for await (const page of pages) {
    for (const lead of page) {
      rows.push(values(lead, questions, labels).map(xlsxCell));
    }
  }
  return writeXlsxFile([heading, ...rows], {
    columns: heading.map(({ value }) => ({ width: Math.min(40, Math.max(14, value.length + 2)) })),
    stickyRowsCount: 1,
    rightToLeft: labels.rightToLeft,
  }).toBlob();
}

function xlsxCell(value: Value): object {
  if (typeof value === 'number') return { value, type: Number };
  // Spreadsheets know days without a zone, which the library reads as UTC.
  if (typeof value !== 'string') {
    return { value: new Date(`${value.day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  }
  return { value: withoutControls(value), type: String, wrap: value.includes('\n') };
}

function headings(questions: readonly LeadQuestion[], labels: LeadLabels): string[] {
  return [
    ...CONTACT_FIELDS.map((field) => labels.fields[field]),
    labels.status,
    labels.rating,
    labels.tags,
    labels.followUp,
    ...questions.map(({ label }) => label),
    labels.note,
    labels.met,
  ];
}

/** A cell's value: a text, a number, or a day as `2026-05-17`. */
type Value = string | number | { day: string };

function values(lead: ListedLead, questions: readonly LeadQuestion[], labels: LeadLabels): Value[] {
  return [
    ...CONTACT_FIELDS.map((field) => lead[field] ?? ''),
    labels.statuses[lead.status],
    lead.rating ?? '',
    lead.tags.join(', '),
    lead.follow_up_on ? { day: lead.follow_up_on } : '',
    ...questions.map(({ id }) => answerText(lead.answers[id], labels)),
    lead.note ?? '',
    // The day that it was for the reader: in UTC, a morning in Guangzhou is the day before.
    { day: localDay(0, new Date(lead.met_at)) },
  ];
}

/** Fields that vCards lack go into the note. */
function leadVCard(lead: ListedLead, questions: readonly LeadQuestion[], labels: LeadLabels): string {
  const line = (label: string, value: string | number | null) => (value ? [`${label}: ${value}`] : []);
  const note = [
    ...(lead.note ? [lead.note] : []),
    ...line(labels.fields.wechat, lead.wechat),
    ...line(labels.fields.linkedin, lead.linkedin),
    ...(lead.status === 'new' ? [] : line(labels.status, labels.statuses[lead.status])),
    ...line(labels.rating, lead.rating),
    ...line(labels.followUp, lead.follow_up_on),
    ...questions.flatMap(({ id, label }) => line(label, answerText(lead.answers[id], labels))),
  ];
  return vCard({ ...lead, name: lead.name || labels.someone }, { ...lead, note: note.join('\n') });
}

/** XML has no place for control characters, and Excel calls a file with them damaged. */
function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|\p{Surrogate}|[\uFFFE\uFFFF]/gu, '');
}
