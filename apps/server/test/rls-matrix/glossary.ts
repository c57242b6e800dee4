import { type RlsCase, read, refused } from './rls-case.ts';

const insertTerm = (owner: string, more = '', values = '', term = 'Luma') =>
  `insert into glossary_terms (owner_id, term${more}) values ('{${owner}}', '${term}'${values})`;

export const GLOSSARY_RULES: RlsCase[] = [
  // glossary_terms
  refused('anon', 'reads terms', 'select id from glossary_terms'),
  read('newcomer', 'reads no term', 'select id from glossary_terms', 0),
  read('vera', 'reads her own terms', 'select id from glossary_terms', 2),
  read(
    'wei',
    'does not read the glossary of a vendor in whose chat he is',
    'select id from glossary_terms',
    0,
  ),
  read('service_role', 'reads every term', 'select id from glossary_terms', 4),
  read('vera', 'adds a term', insertTerm('vera'), 1),
  read('vera', 'adds a term with a translation', insertTerm('vera', ', mode, zh', `, 'fixed', '黄铜'`), 1),
  refused('vera', 'adds a term to another glossary', insertTerm('victor')),
  refused('wei', 'adds a term as a visitor', insertTerm('wei')),
  refused('newcomer', 'adds a term without a profile', insertTerm('vera')),
  refused('anon', 'adds a term', insertTerm('vera')),
  refused('vera', 'dates a term back', insertTerm('vera', ', created_at', ', now()')),
  refused('vera', 'adds a term twice', insertTerm('vera', '', '', ' ＮＯＶＡline '), '23505'),
  refused('vera', 'adds a blank term', insertTerm('vera', '', '', ' '), '23514'),
  refused('vera', 'adds a long term', insertTerm('vera', '', '', 'x'.repeat(101)), '23514'),
  refused('vera', 'fixes a term without a translation', insertTerm('vera', ', mode', `, 'fixed'`), '23514'),
  refused('vera', 'translates a term that is kept', insertTerm('vera', ', zh', `, '黄铜'`), '23514'),
  refused('vera', 'takes a mode outside the list', insertTerm('vera', ', mode', `, 'guess'`), '23514'),
  refused(
    'vera',
    'adds more terms than there may be',
    `insert into glossary_terms (owner_id, term) select '{vera}', 'Luma ' || n from generate_series(1, 499) n`,
    'PT409',
  ),
  read(
    'vera',
    'changes her terms',
    `update glossary_terms set mode = 'fixed', zh = '诺瓦' where id = '{term}'`,
    1,
  ),
  read(
    'victor',
    'cannot change others’ term',
    `update glossary_terms set term = 'Mine' where id = '{term}'`,
    0,
  ),
  refused('vera', 'gives a term away', `update glossary_terms set owner_id = '{victor}'`),
  refused('anon', 'changes terms', `update glossary_terms set term = 'Mine'`),
  read('vera', 'deletes a term', `delete from glossary_terms where id = '{term}'`, 1),
  read('victor', 'cannot delete others’ term', `delete from glossary_terms where id = '{term}'`, 0),
  refused('anon', 'deletes terms', 'delete from glossary_terms'),
  read(
    'vera',
    'imports terms',
    `select * from import_glossary_terms('[{"term": "novaline", "mode": "fixed", "zh": "诺瓦"}, {"term": "Luma", "mode": "keep"}]')
     where added = 1 and changed = 1`,
    1,
  ),
  refused(
    'vera',
    'imports terms of which one is wrong',
    `select import_glossary_terms('[{"term": "Luma", "mode": "keep"}, {"term": "Vega", "mode": "guess"}]')`,
    '23514',
  ),
  refused(
    'wei',
    'imports terms as a visitor',
    `select import_glossary_terms('[{"term": "Luma", "mode": "keep"}]')`,
  ),
  refused('anon', 'imports terms', `select import_glossary_terms('[]')`),
  refused('vera', 'reads a glossary as the translator does', `select * from glossary_for('{vera.user}')`),
  refused(
    'wei',
    'reads a chat’s glossary as the translator does',
    `select * from glossary_for('{wei.user}', '{met}')`,
  ),
  read('service_role', 'reads her own glossary for her', `select * from glossary_for('{vera.user}')`, 2),
  read(
    'service_role',
    'reads a chat’s glossary for its visitor',
    `select * from glossary_for('{wei.user}', '{met}')`,
    2,
  ),
  read(
    'service_role',
    'reads no glossary of others’ chat',
    `select * from glossary_for('{omar.user}', '{met}')`,
    0,
  ),
];
