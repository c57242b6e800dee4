import { describe, expect, it } from 'vitest';
import { decodeResponse, SamlRefusal } from './response-guard.ts';

const encode = (xml: string) => Buffer.from(xml, 'utf8').toString('base64');
const read = (xml: string) => decodeResponse(encode(xml));

describe('decodeResponse', () => {
  it('gives the text back as it is, with or without a declaration and line breaks in the code', () => {
    const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<a b="c &lt; d"><e>ü &gt; 漢字</e><f/></a>\n';
    expect(read(xml)).toBe(xml);
    expect(read('<a/>')).toBe('<a/>');
    expect(decodeResponse(encode(xml).replaceAll(/.{20}/g, '$&\r\n'))).toBe(xml);
  });

  it.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a document type in other letters', '<!doctype a><a/>'],
    ['a comment', '<a>b<!---->c</a>'],
    ['CDATA', '<a><![CDATA[b]]></a>'],
    ['a processing instruction', '<a><?b?></a>'],
    ['a declaration that hides one', '<?xml version="1.0" ?><?b?><a/>'],
    ['a bracket in an attribute that hides depth', '<a b="/>"></a>'],
    ['a tag without end', '<a'],
    ['depth', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`],
    ['breadth', `<a>${'<b/>'.repeat(700)}</a>`],
    ['too many elements', `<a>${`<b>${'<c/>'.repeat(500)}</b>`.repeat(7)}</a>`],
    ['too many bytes', `<a>${'x'.repeat(300_000)}</a>`],
    ['an algorithm that can be forged', '<a Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>'],
    ['an algorithm in single quotes', "<a Algorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'/>"],
    ['an algorithm spelt with references', '<a Algorithm="http://www.w3.org/2000/09/xmldsig#sh&#97;1"/>'],
    ['a form that keeps comments', '<a Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#WithComments"/>'],
  ])('refuses %s', (_name, xml) => {
    expect(() => read(xml)).toThrow(SamlRefusal);
  });

  it('takes as many groups as a user may be in', () => {
    const groups = Array.from({ length: 500 }, (_, index) => `<v>group-${index}</v>`).join('');
    expect(() => read(`<a>${groups}</a>`)).not.toThrow();
  });

  it.each(['', '====', 'PGE', '%', Buffer.from('<a>\xff</a>', 'latin1').toString('base64')])(
    'refuses %j, which is no base64 of a document in UTF-8',
    (text) => {
      expect(() => decodeResponse(text)).toThrow(SamlRefusal);
    },
  );
});
