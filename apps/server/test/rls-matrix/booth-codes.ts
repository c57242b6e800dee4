import { insertFile, type RlsCase, read, refused } from './rls-case.ts';

const insertBooth = (vendor: string, more = '', values = '') =>
  `insert into booth_codes (vendor_id, label${more}) values ('{${vendor}}', 'Lamps'${values})`;

const logo = (user: string) => `'{${user}.user}/${'0'.repeat(32)}.png'`;

export const BOOTH_CODES_RULES: RlsCase[] = [
  // booth codes
  refused('anon', 'walks through booth codes', 'select code from booth_codes'),
  refused('anon', 'walks through their counts', 'select code from booth_code_summaries'),
  read('newcomer', 'finds no booth code', 'select code from booth_codes', 0),
  read('wei', 'finds no booth code', 'select code from booth_codes', 0),
  read('vera', 'reads her own booth codes', 'select code from booth_code_summaries where scans = 3', 1),
  read('victor', 'does not read another vendor’s', `select id from booth_codes where id = '{booth}'`, 0),
  read('vera', 'reads the scans of her own', 'select scans from booth_code_scans', 1),
  refused('anon', 'reads scans', 'select scans from booth_code_scans'),
  refused('vera', 'counts scans herself', 'update booth_code_scans set scans = 1000'),
  refused('vera', 'reads which devices came', 'select device from booth_code_devices'),
  refused('vera', 'reads replaced codes', 'select code from replaced_booth_codes'),
  read('vera', 'makes a booth code', insertBooth('vera', ', logo_path', `, ${logo('vera')}`), 1),
  refused('vera', 'makes one for another vendor', insertBooth('victor')),
  refused('wei', 'makes one as a visitor', insertBooth('wei')),
  refused('anon', 'makes one', insertBooth('vera')),
  refused('vera', 'chooses a code that can be guessed', insertBooth('vera', ', code', `, 'booth-1'`)),
  refused('vera', 'uses another’s logo', insertBooth('vera', ', logo_path', `, ${logo('victor')}`)),
  refused(
    'vera',
    'writes something else than colours into a style',
    insertBooth('vera', ', style', `, '{"dark": "url(//evil.example)"}'`),
    '23514',
  ),
  refused('vera', 'writes another style', insertBooth('vera', ', style', `, '{"script": 1}'`), '23514'),
  refused('vera', 'takes null for a colour', insertBooth('vera', ', style', `, '{"dark": null}'`), '23514'),
  refused('vera', 'takes a number for a colour', insertBooth('vera', ', style', `, '{"light": 7}'`), '23514'),
  read('vera', 'pauses her code', `update booth_codes set paused_at = now() where id = '{booth}'`, 1),
  read(
    'victor',
    'cannot pause another’s',
    `update booth_codes set paused_at = now() where id = '{booth}'`,
    0,
  ),
  refused('vera', 'chooses the code', `update booth_codes set code = 'booth-1' where id = '{booth}'`),
  refused('vera', 'takes another’s logo', `update booth_codes set logo_path = ${logo('victor')}`),
  read('victor', 'cannot delete another’s', `delete from booth_codes where id = '{booth}'`, 0),
  read('vera', 'deletes her own', `delete from booth_codes where id = '{booth}'`, 1),
  read('anon', 'is shown who is behind a code', `select state from booth_invite('{booth.code}')`, 1),
  refused('anon', 'guesses a code', `select state from booth_invite('aaaaaaaaaaaaaaaaaaaaaaaa')`, 'PT404'),
  refused('anon', 'joins through a code', `select id from join_booth('{booth.code}')`),
  refused('newcomer', 'joins without a profile', `select id from join_booth('{booth.code}')`, 'PT403'),
  refused('vera', 'joins as a vendor', `select id from join_booth('{stand.code}')`, 'PT403'),
  read('wei', 'joins through a code', `select id from join_booth('{booth.code}')`, 1),
  refused(
    'wei',
    'writes through which code he came',
    `insert into sessions (vendor_id, visitor_id, booth_code_id) values ('{vera}', '{wei}', '{booth}')`,
  ),
  read('vera', 'replaces her code', `select id from rotate_booth_code('{booth}')`, 1),
  refused('victor', 'replaces another’s', `select id from rotate_booth_code('{booth}')`, 'PT404'),
  refused('anon', 'replaces one', `select id from rotate_booth_code('{booth}')`),
  read('vera', 'adds a logo', insertFile('{vera.user}/a.png', 'booth-logos'), 1),
  refused('vera', 'adds a logo for another user', insertFile('{victor.user}/a.png', 'booth-logos')),
  refused('wei', 'adds a logo as a visitor', insertFile('{wei.user}/a.png', 'booth-logos')),
  refused('newcomer', 'adds a logo without a profile', insertFile('{newcomer.user}/a.png', 'booth-logos')),
  refused('anon', 'adds a logo', insertFile('{vera.user}/a.png', 'booth-logos')),
];
