import { CONTACT_FIELDS } from '@dragoman/domain/cards/scanned-card';
import { EMPTY_LEAD } from '@dragoman/domain/leads/lead';
import type { LeadQuestion } from '@dragoman/domain/leads/lead-questions';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type LeadLabels, leadFile } from './lead-files.ts';
import type { ListedLead } from './lead-filters.ts';

const LABELS: LeadLabels = {
  fields: Object.fromEntries(CONTACT_FIELDS.map((field) => [field, field])) as LeadLabels['fields'],
  statuses: { new: 'New', contacted: 'Contacted', qualified: '有意向', won: 'Won', lost: 'Lost' },
  status: 'Status',
  rating: 'Rating',
  tags: 'Tags',
  note: 'Note',
  followUp: 'Follow-up',
  met: 'Met',
  yes: 'نعم',
  no: 'لا',
  someone: 'Somebody',
  rightToLeft: true,
};
const QUESTIONS: LeadQuestion[] = [
  { id: 'q', kind: 'yes_no', label: '=BUDGET?' },
  { id: 'r', kind: 'choice', label: 'Size', choices: ['S', 'M'] },
];

function lead(values: Partial<ListedLead>): ListedLead {
  const card = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, null]));
  return {
    ...(card as Record<(typeof CONTACT_FIELDS)[number], null>),
    ...EMPTY_LEAD,
    person_id: values.name ?? 'id',
    role: 'visitor',
    language: 'en',
    avatar_url: null,
    met_at: '2026-01-05T08:00:00+00:00',
    version: 0,
    updated_at: null,
    changed_at: '2026-01-05T08:00:00+00:00',
    ...values,
  };
}

async function* pages(): AsyncGenerator<ListedLead[]> {
  yield [
    lead({
      name: '=HYPERLINK("http://evil.example","陈思远")',
      phone: '+86 138 0013 8000',
      status: 'qualified',
      rating: 4,
      tags: ['照明', 'VIP'],
      note: 'Samples\nby May',
      answers: { q: true, r: ['M'], gone: 'asked no more' },
      follow_up_on: '2026-05-17',
    }),
  ];
  yield [lead({ name: 'أحمد المنصوري', company: '@SUM(1+1)' }), lead({ note: 'bell\u0007' })];
}

describe('files of leads', () => {
  it('as CSV have one heading and byte order mark, all pages, and no formula', async () => {
    const bytes = new Uint8Array(await (await leadFile('csv', pages(), QUESTIONS, LABELS)).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('"Status","Rating","Tags","Follow-up","\'=BUDGET?","Size","Note","Met"');
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"",""陈思远"")"`);
    expect(lines[1]).toContain(
      `"有意向","4","照明, VIP","2026-05-17","نعم","M","Samples\nby May","2026-01-05"`,
    );
    expect(lines[2]).toContain(`"أحمد المنصوري","'@SUM(1+1)"`);
  });

  it('give the day of the meeting in the reader’s calendar', async () => {
    async function* met() {
      yield [0, 23].map((hour) => lead({ met_at: new Date(2026, 0, 6, hour, 30).toISOString() }));
    }
    const text = await (await leadFile('csv', met(), [], LABELS)).text();
    expect(text.match(/"2026-01-06"\r\n/g)).toHaveLength(2);
  });

  it('as XLSX hold every text as a text, in a sheet that runs as the reader reads', async () => {
    const file = await leadFile('xlsx', pages(), QUESTIONS, LABELS);
    const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const text = (path: string) => new TextDecoder().decode(parts[path]);
    const sheet = text('xl/worksheets/sheet1.xml');
    expect(sheet).toContain('rightToLeft="1"');
    expect(sheet).not.toContain('<f>');
    expect(sheet.match(/<row /g)).toHaveLength(4);
    // Days that can be sorted and counted with: 17 May 2026 is day 46159 of spreadsheets.
    expect(sheet).toMatch(/<c [^>]*><v>46159<\/v>/);
    expect(text('xl/styles.xml')).toContain('yyyy-mm-dd');
    expect(text('xl/sharedStrings.xml')).toContain('=HYPERLINK(');
    expect(text('xl/sharedStrings.xml')).toContain('أحمد المنصوري');
    expect(text('xl/sharedStrings.xml')).not.toContain('\u0007');
  });

  it('as vCards hold what was noted', async () => {
    const text = (await (await leadFile('vcard', pages(), QUESTIONS, LABELS)).text()).replace(/\r\n /g, '');
    expect(text.match(/BEGIN:VCARD/g)).toHaveLength(3);
    expect(text).toContain('CATEGORIES:照明,VIP\r\n');
    expect(text).toContain(
      'NOTE:Samples\\nby May\\nStatus: 有意向\\nRating: 4\\nFollow-up: 2026-05-17\\n=BUDGET?: نعم\\nSize: M',
    );
    expect(text).toContain('FN:Somebody\r\n');
  });
});
