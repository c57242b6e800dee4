import { type RlsCase, read, refused } from './rls-case.ts';

interface Given {
  title?: string;
  pages?: number;
  page?: number;
  content?: string;
}

function add({ title = 'Warranty', pages = 1, page = 1, content = 'Three years' }: Given = {}) {
  return `select add_material('${title}', ${pages}, '${JSON.stringify([{ page, content }])}')`;
}

function search(term: string, wholeUpTo = 20_000): string {
  return `select content from search_material('${term}', ${wholeUpTo})`;
}

const DOCUMENTS = 'select id from material_documents';
const PASSAGES = 'select content from material_passages';

/** Documents that vendors give the assistant. Only its owner can read it, in every chat. */
export const MATERIAL_RULES: RlsCase[] = [
  refused('anon', 'reads material', DOCUMENTS),
  refused('anon', 'reads passages', PASSAGES),
  read('newcomer', 'reads no material', DOCUMENTS, 0),
  read('vera', 'reads her own material', DOCUMENTS, 1),
  read('vera', 'reads her own passages', PASSAGES, 1),
  read('victor', 'does not read others’ material', DOCUMENTS, 0),
  read('victor', 'does not read others’ passages', PASSAGES, 0),
  read('wei', 'does not read the material of a vendor in whose chat he is', PASSAGES, 0),
  read('service_role', 'reads every document', DOCUMENTS, 1),
  read('vera', 'is given all of what is short', search('zinc'), 1),
  read('vera', 'finds in long material what has the term', search('brass', 0), 1),
  read('vera', 'finds nothing in long material without the term', search('zinc', 0), 0),
  read('victor', 'does not find others’ material', search('brass'), 0),
  read('wei', 'finds no material as a visitor', search('brass'), 0),
  read('newcomer', 'finds no material without a profile', search('brass'), 0),
  refused('anon', 'searches material', search('brass')),
  refused('service_role', 'searches everybody’s material', search('brass')),
  read('vera', 'adds a document', add(), 1),
  read('vera', 'adds the longest passage', add({ content: '灯'.repeat(1_000) }), 1),
  refused('wei', 'adds a document as a visitor', add()),
  refused('guest', 'adds a document as a guest', add()),
  refused('newcomer', 'adds a document without a profile', add()),
  refused('anon', 'adds a document', add()),
  refused('vera', 'adds a document without words', `select add_material('Warranty', 1, '[]')`, '23514'),
  refused('vera', 'adds a document with nothing at all', `select add_material('x', 1, null)`, '23514'),
  refused('vera', 'adds a document that is no list', `select add_material('x', 1, '{}')`, '22023'),
  refused('vera', 'adds a blank passage', add({ content: ' ' }), '23514'),
  refused('vera', 'adds a passage that is too long', add({ content: 'x'.repeat(1_001) }), '23514'),
  refused('vera', 'adds a document without a title', add({ title: ' ' }), '23514'),
  refused('vera', 'adds a document with a long title', add({ title: 'x'.repeat(121) }), '23514'),
  refused('vera', 'adds a document of 300 pages', add({ pages: 300 }), '23514'),
  refused('vera', 'adds a passage on a page that is not there', add({ page: 2 }), '23514'),
  refused('vera', 'adds a passage on no page', add({ pages: 1, page: 0 }), '23514'),
  refused(
    'vera',
    'adds more characters than there may be',
    `select add_material('x', 1, jsonb_agg(jsonb_build_object('page', 1, 'content', repeat('x', 1000))))
     from generate_series(1, 301)`,
    '23514',
  ),
  refused(
    'vera',
    'adds more passages than there may be',
    `select add_material('x', 1, jsonb_agg(jsonb_build_object('page', 1, 'content', 'x'))) from generate_series(1, 2001)`,
    '23514',
  ),
  refused(
    'vera',
    'adds a row by hand',
    `insert into material_documents (owner_id, title, pages, characters) values ('{vera}', 'x', 1, 1)`,
  ),
  refused(
    'vera',
    'adds a passage by hand',
    `insert into material_passages (document_id, ordinal, owner_id, page, content)
     values ('{material}', 2, '{vera}', 1, 'x')`,
  ),
  refused('vera', 'changes a document', `update material_documents set title = 'x'`),
  refused('vera', 'changes a passage', `update material_passages set content = 'x'`),
  read('vera', 'deletes her document', 'delete from material_documents', 1),
  refused('vera', 'deletes a passage of it alone', 'delete from material_passages'),
  read('victor', 'cannot delete others’ documents', 'delete from material_documents', 0),
  refused('anon', 'deletes documents', 'delete from material_documents'),
];
