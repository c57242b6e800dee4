import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type UnsavedLabels, type UnsavedPart, unsavedFile, unsavedParts } from './unsaved-file.ts';
import type { UnsavedRecords } from './unsaved-records.ts';

const LABELS: UnsavedLabels = {
  title: 'Unsent',
  messages: 'Messages',
  notes: 'Notes',
  scans: 'Cards',
  typed: 'Typed',
  someone: 'Someone',
  status: 'Status',
  statuses: { new: 'New', contacted: 'Contacted', qualified: 'Qualified', won: 'Won', lost: 'Lost' },
  rating: 'Rating',
  tags: 'Tags',
  followUp: 'Follow-up',
  yes: 'Yes',
  no: 'No',
  time: (iso) => iso.slice(0, 16),
};
const AT = '2026-05-17T09:18:00.000Z';
const NAMES = new Map([
  ['chat', 'Nora'],
  ['sam', 'Sam'],
]);
const NONE: UnsavedRecords = { messages: [], notes: [], scans: [] };

const message = {
  senderId: 'me',
  sessionId: 'chat',
  content: 'Hello',
  writtenAt: AT,
  state: { kind: 'queued' },
};
const TEXTS: UnsavedRecords = {
  messages: [message, { ...message, sessionId: 'other', content: '你好' }],
  notes: [
    {
      ownerId: 'me',
      personId: 'sam',
      editedAt: Date.parse(AT),
      mine: {
        status: 'contacted',
        rating: 4,
        tags: ['lamps', 'summer'],
        note: 'Asks for samples',
        answers: { a: true, b: ['red', 'blue'] },
        follow_up_on: '2026-05-20',
      },
    },
  ],
  scans: [],
};

it('texts are one readable file, with names and times where they are known', async () => {
  const parts = unsavedParts(
    TEXTS,
    [{ sessionId: 'chat', text: 'Half a' }, { text: 'name: Lin' }],
    NAMES,
    LABELS,
  );
  const { name, content } = await unsavedFile('unsent-2026-05-17', parts);
  expect(name).toBe('unsent-2026-05-17.txt');
  const text = await content.text();
  expect(text.split('\r\n')).toEqual([
    'Unsent',
    '',
    'Messages',
    '',
    'Nora · 2026-05-17T09:18',
    'Hello',
    '',
    'Someone · 2026-05-17T09:18',
    '你好',
    '',
    'Notes',
    '',
    'Sam · 2026-05-17T09:18',
    'Status: Contacted',
    'Rating: 4',
    'Tags: lamps, summer',
    'Follow-up: 2026-05-20',
    'Yes',
    'red, blue',
    'Asks for samples',
    '',
    'Typed',
    '',
    'Nora',
    'Half a',
    '',
    'name: Lin',
    '',
  ]);
});

it('recordings and pictures lie beside the text, which names them', async () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;
  const records: UnsavedRecords = {
    ...NONE,
    messages: [
      {
        ...message,
        content: 'a/b.webm',
        recording: { bytes: bytes(1, 2), mediaType: 'audio/webm;codecs=opus' },
      },
      {
        ...message,
        content: 'a/file-1.pdf',
        attachment: { bytes: bytes(5), mediaType: 'application/pdf', name: '价目.pdf', caption: 'For you' },
      },
    ],
    scans: [
      { ownerId: 'me', scannedAt: AT, bytes: bytes(3), mediaType: 'image/jpeg' },
      { ownerId: 'me', scannedAt: AT, bytes: bytes(4), mediaType: 'image/x-odd' },
    ],
  };
  const { name, content } = await unsavedFile('unsent', unsavedParts(records, [], NAMES, LABELS));
  expect([name, content.type]).toEqual(['unsent.zip', 'application/zip']);
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()));
  expect(Object.keys(files)).toEqual([
    'unsent.txt',
    'recording-1.webm',
    '2 价目.pdf',
    'card-3.jpg',
    'card-4.bin',
  ]);
  expect([...(files['recording-1.webm'] ?? [])]).toEqual([1, 2]);
  const text = new TextDecoder().decode(files['unsent.txt']);
  expect(text).toContain('Nora · 2026-05-17T09:18\r\nrecording-1.webm');
  expect(text).toContain('2026-05-17T09:18 · card-3.jpg');
  expect(text).toContain('Nora · 2026-05-17T09:18\r\n2 价目.pdf\r\nFor you');
  expect(text).not.toContain('a/b.webm');
});

it('a title alone where nothing waits', () => {
  const [only, ...more] = unsavedParts(NONE, [], NAMES, LABELS) as [UnsavedPart];
  expect([only.content, more]).toEqual(['\uFEFFUnsent\r\n', []]);
});
