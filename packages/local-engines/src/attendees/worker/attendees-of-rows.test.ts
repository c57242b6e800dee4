import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { ATTENDEE_LIST_ROWS, type Attendee, type AttendeeListReading } from '../attendee-list.ts';
import { attendeesOfRows } from './attendees-of-rows.ts';
import { readRows } from './read-rows.ts';

async function read(file: string | Uint8Array): Promise<AttendeeListReading> {
  const rows = await readRows(typeof file === 'string' ? new TextEncoder().encode(file) : file);
  return rows.ok ? attendeesOfRows(rows) : rows;
}

async function attendees(file: string | Uint8Array): Promise<Attendee[]> {
  const reading = await read(file);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.batches.flatMap((batch) => JSON.parse(batch) as Attendee[]);
}

const NONE = { company: null, designation: null, email: null, phone: null };

it('finds the columns by their names in three languages, whatever parts them', async () => {
  const ada = {
    ...NONE,
    badge: '8F3A-22C1',
    name: 'Ada Okafor',
    company: 'Benue Agro Ltd',
    email: 'ada@benue.example',
  };
  expect(
    await attendees(
      '\uFEFFE-Mail;Last Name;First name;Company;Badge ID\r\nada@benue.example;Okafor;Ada;Benue Agro Ltd;8F3A-22C1\r\n',
    ),
  ).toEqual([ada]);
  expect(
    await attendees(
      '胸卡号\t姓\t名\t公司名称\t职务\t手机\n0012\t欧阳\t晓明\t华灯照明\t经理\t138 0013 8000\n',
    ),
  ).toEqual([
    {
      ...NONE,
      badge: '0012',
      name: '欧阳晓明',
      company: '华灯照明',
      designation: '经理',
      phone: '138 0013 8000',
    },
  ]);
  expect(await attendees('رقم الشارة,الإسم,الشركه\nA-77,سلمى حداد,النور للإنارة\n')).toEqual([
    { ...NONE, badge: 'A-77', name: 'سلمى حداد', company: 'النور للإنارة' },
  ]);
  // Another system's own id comes before the one of the badge; an impossible address is left out.
  expect(await attendees('ID,Badge No.,Name,Email\n1,B-1,"Lim, Wei",none\n')).toEqual([
    { ...NONE, badge: 'B-1', name: 'Lim, Wei' },
  ]);
});

it('reads the encodings of spreadsheets in China and in Arabic countries', async () => {
  const arabic = 'Badge,Name\nA-1,\u0633\u0644\u0645\u0649\n';
  // Windows-1256 has these letters at these bytes.
  const bytes: Record<string, number> = { س: 0xd3, ل: 0xe1, م: 0xe3, ى: 0xec };
  const windows = Uint8Array.from([...arabic], (letter) => bytes[letter] ?? letter.charCodeAt(0));
  expect((await attendees(windows))[0]?.name).toBe('سلمى');
  const chinese = Uint8Array.from([...Buffer.from('Badge,Name\nA-1,'), 0xc0, 0xee, 0xc4, 0xc8]);
  expect((await attendees(chinese))[0]?.name).toBe('李娜');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Badge,Name\nA-1,李娜\n', 'utf16le')]);
  expect((await attendees(utf16))[0]?.name).toBe('李娜');
  expect(await read(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toEqual({
    ok: false,
    fault: 'unreadable',
  });
});

it('keeps the good rows, and lists the first hundred broken ones with their reason', async () => {
  const rows = [
    'badge,name,company',
    'B-1,Ada,Benue',
    '',
    ',Ben,Benue',
    'B-3,,Benue',
    'B-1,Ada again,Benue',
    `B-4,${'x'.repeat(201)},Benue`,
    'B-5,Smith, John,Benue',
    'B-6,Cut',
    'B-7,Jo "the boss,Benue',
    'B-8,Kim,"The "Best" Ltd"',
    'B-9,Eve,',
    ...Array.from({ length: 120 }, () => ',no id,'),
  ];
  const reading = await read(rows.join('\r\n'));
  expect(reading).toMatchObject({ ok: true, count: 3, broken: { count: 127 } });
  const broken = reading.ok ? reading.broken.first : [];
  expect(broken).toHaveLength(100);
  expect(broken.slice(0, 7)).toEqual([
    { row: 4, reason: 'no_id' },
    { row: 5, reason: 'no_name' },
    { row: 6, reason: 'duplicate_id' },
    { row: 7, reason: 'too_long' },
    { row: 8, reason: 'columns' },
    { row: 9, reason: 'columns' },
    { row: 11, reason: 'quotes' },
  ]);
});

it('says what a file without people lacks', async () => {
  expect(await read('name,company\nAda,Benue\n')).toEqual({ ok: false, fault: 'no_id_column' });
  expect(await read('badge,company\nB-1,Benue\n')).toEqual({ ok: false, fault: 'no_name_column' });
  expect(await read('badge,name\n,Ada\n')).toEqual({ ok: false, fault: 'no_attendees' });
  expect(await read('')).toEqual({ ok: false, fault: 'no_id_column' });
  const unclosed = 'badge,name\nB-1,Ada\nB-2,"Ben\nB-3,Eve\n';
  expect(await read(unclosed)).toEqual({ ok: false, fault: 'unclosed_quotes', row: 3 });
  const many = Array.from({ length: ATTENDEE_LIST_ROWS + 1 }, (_, i) => `B-${i},Ada`);
  expect(await read(`badge,name\n${many.join('\n')}`)).toEqual({ ok: false, fault: 'too_many_rows' });
  expect(await read('\n'.repeat(9_000_000))).toEqual({ ok: false, fault: 'too_many_rows' });
});

it('reads the first sheet of a workbook, and refuses one that unpacks to far more than it is', async () => {
  const text = (value: string) => ({ type: String, value });
  const sheet = [
    [text('Badge ID'), text('Name'), text('Mobile')],
    [{ type: Number, value: 8613800138000 }, text('李娜'), text('0086 138')],
    [text('0007'), text('Ada'), null],
    [null, text('Nora'), null],
  ];
  const file = await writeXlsxFile(sheet).toBuffer();
  expect(await attendees(file)).toEqual([
    { ...NONE, badge: '8613800138000', name: '李娜', phone: '0086 138' },
    { ...NONE, badge: '0007', name: 'Ada' },
  ]);
  expect(await read(file)).toMatchObject({ broken: { count: 1, first: [{ row: 4, reason: 'no_id' }] } });
  // The archive's directory says what a bomb would unpack to.
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(10) });
  new DataView(bomb.buffer).setUint32(
    Buffer.from(bomb).indexOf('PK\u0001\u0002') + 24,
    101 * 1024 * 1024,
    true,
  );
  expect(await read(bomb)).toEqual({ ok: false, fault: 'unpacked_too_large' });
  expect(await read(file.subarray(0, 900))).toEqual({ ok: false, fault: 'unreadable' });
});
