import { insertFile, type RlsCase, read, refused } from './rls-case.ts';

const ID = '0b9bd8dc-2a4f-4b43-9d5c-0b1d1f6f2f10';
const ITEMS = 'select id from catalogue_items';
const FILES = `select id from storage.objects where bucket_id = 'catalogue'`;

const add = (owner: string, more = '', values = '', name = 'Lamp') =>
  `insert into catalogue_items (owner_id, kind, language, name${more})
   values ('{${owner}}', 'product', 'en', '${name}'${values})`;
const brochure = (path: string) =>
  `insert into catalogue_items (owner_id, kind, language, name, file_path, file_name, file_size)
   values ('{vera}', 'brochure', 'en', 'Lamps', '${path}', 'Lamps.pdf', 9)`;
const send = (session: string, sender: string, product: string) =>
  `insert into messages (session_id, sender_id, content, product) values ('{${session}}', '{${sender}}', 'Lamp', '${product}')`;
const file = (folder: string, name = `file-${ID}.pdf`) => insertFile(`${folder}/${name}`, 'catalogue');

/** A booth's catalogue: its people use it, and visitors get copies of what is sent to them. */
export const CATALOGUE_RULES: RlsCase[] = [
  refused('anon', 'reads a catalogue', ITEMS),
  read('newcomer', 'reads no catalogue', ITEMS, 0),
  read('vera', 'reads her catalogue', ITEMS, 1),
  read('victor', 'does not read others’ catalogue', ITEMS, 0),
  read('wei', 'does not read the catalogue of a vendor in whose chat he is', ITEMS, 0),
  read('tara', 'reads the catalogue of the booth at which she works', ITEMS, 1),
  read('fred', 'does not read the catalogue of the booth that he left', ITEMS, 0),
  read('service_role', 'reads every item', ITEMS, 2),
  read('vera', 'adds a product', add('vera', ', price, minimum_quantity', `, 'USD 12.50', '500 pcs'`), 1),
  read('tara', 'adds a product to the booth’s catalogue', add('boss'), 1),
  read('vera', 'adds a brochure', brochure(`{vera}/file-${ID}.pdf`), 1),
  refused('vera', 'adds a brochure with another booth’s file', brochure(`{boss}/file-${ID}.pdf`), '23514'),
  refused('vera', 'adds a brochure with a picture', brochure(`{vera}/picture-${ID}.jpg`), '23514'),
  refused('tara', 'adds a product of her own while she works at a booth', add('tara')),
  refused('fred', 'adds a product to the booth that he left', add('boss')),
  refused('vera', 'adds a product to another catalogue', add('victor')),
  refused('wei', 'adds a product as a visitor', add('wei')),
  refused('newcomer', 'adds a product without a profile', add('vera')),
  refused('anon', 'adds a product', add('vera')),
  refused('vera', 'adds a product without a name', add('vera', '', '', ' '), '23514'),
  refused('vera', 'adds a name of two lines', add('vera', '', '', 'Lamp\nUSD 1'), '23514'),
  refused('vera', 'adds a long name', add('vera', '', '', 'x'.repeat(121)), '23514'),
  refused('vera', 'adds a long price', add('vera', ', price', `, '${'9'.repeat(61)}'`), '23514'),
  refused(
    'vera',
    'adds a long description',
    add('vera', ', description', `, '${'x'.repeat(1001)}'`),
    '23514',
  ),
  refused('vera', 'dates a product back', add('vera', ', created_at', ', now()')),
  refused(
    'vera',
    'adds more items than there may be',
    `insert into catalogue_items (owner_id, kind, language, name)
     select '{vera}', 'product', 'en', 'Lamp ' || n from generate_series(1, 200) n`,
    'PT409',
  ),
  read('vera', 'changes her product', `update catalogue_items set price = 'USD 11' where id = '{item}'`, 1),
  read('tara', 'changes the booth’s product', `update catalogue_items set price = 'USD 11'`, 1),
  read('victor', 'cannot change others’ product', `update catalogue_items set price = 'USD 1'`, 0),
  refused('vera', 'gives a product away', `update catalogue_items set owner_id = '{victor}'`),
  refused('vera', 'makes a product a brochure', `update catalogue_items set kind = 'brochure'`),
  read('vera', 'removes her product', `delete from catalogue_items where id = '{item}'`, 1),
  read('fred', 'cannot remove a product of the booth that he left', 'delete from catalogue_items', 0),
  refused('anon', 'removes products', 'delete from catalogue_items'),

  read('boss', 'reads the booth’s file', FILES, 1),
  read('tara', 'reads the file of the booth at which she works', FILES, 1),
  ...(['anon', 'vera', 'fred', 'gila'] as const).map((who) =>
    read(who, 'does not read another booth’s file', FILES, 0),
  ),
  read('tara', 'adds a file to the booth’s catalogue', file('{boss}'), 1),
  read('vera', 'adds a picture to her catalogue', file('{vera}', `picture-${ID}.jpg`), 1),
  refused('vera', 'adds a file with another name', file('{vera}', 'lamps.pdf')),
  refused('vera', 'adds a program', file('{vera}', `file-${ID}.exe`)),
  refused('vera', 'adds a file to another catalogue', file('{boss}')),
  refused('fred', 'adds a file to the booth that he left', file('{boss}')),
  refused('wei', 'adds a file as a visitor', file('{wei}')),
  refused('anon', 'adds a file to a catalogue', file('{vera}')),
  read('tara', 'removes the booth’s file', `delete from storage.objects where bucket_id = 'catalogue'`, 1),
  read(
    'vera',
    'cannot remove another’s file',
    `delete from storage.objects where bucket_id = 'catalogue'`,
    0,
  ),
  read(
    'boss',
    'cannot change a file',
    `update storage.objects set name = '{boss}/x.pdf' where bucket_id = 'catalogue'`,
    0,
  ),

  read('vera', 'sends a product', send('met', 'vera', '{"price": "USD 12.50"}'), 1),
  read('tara', 'sends a product of the booth', send('team', 'tara', '{}'), 1),
  refused('wei', 'sends a product as a visitor', send('met', 'wei', '{}')),
  refused('vera', 'sends a product that has more', send('met', 'vera', '{"discount": "50 %"}'), '23514'),
  refused('vera', 'sends a price that is no text', send('met', 'vera', '{"price": 12}'), '23514'),
  refused('vera', 'sends a product that is a list', send('met', 'vera', '[]'), '23514'),
  refused('vera', 'changes a sent product', `update messages set product = '{}' where id = '{vera.message}'`),
];
