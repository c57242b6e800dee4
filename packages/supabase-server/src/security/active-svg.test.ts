import { describe, expect, it } from 'vitest';
import { findActiveSvg } from './active-svg.ts';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

describe('an SVG that is a picture alone', () => {
  it.each([
    svg('<rect fill="url(#grey)" width="4" height="4"/>'),
    svg('<style>.a { fill: #fff; mask: url( "#m" ) }</style><use x:href="#a"/>'),
    svg('<rect><animate attributeName="opacity" values="0;1" dur="1s"/></rect>'),
    svg('<image href="data:image/png;base64,AAAA"/><text>See url(https://fair.example) @import</text>'),
    `<?xml version="1.0" encoding="UTF-8"?><!-- Made by hand -->${svg('<path d="M0 0"/>')}`,
  ])('is let through: %s', async (text) => {
    expect(await findActiveSvg(text)).toEqual([]);
  });
});

describe('an SVG that is more', () => {
  it.each([
    ['<script>', svg('<script>alert(1)</script>')],
    ['<foreignObject>', svg('<foreignObject><p/></foreignObject>')],
    ['onload', svg('', 'onload="alert(1)"')],
    ['to', svg('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['attributeName="…"', svg('<image><set attributeName="href" to="https://evil.example/a.png"/></image>')],
    [
      'attributeName="…"',
      svg('<image><animate attributeName="x:href" values="https://evil.example/a.png"/></image>'),
    ],
    ['attributeName="…"', svg('<a><set attributeName="href" to="java&#9;script:alert(1)"/></a>')],
    ['attributeName="…"', svg('<set attributeName=" onclick " to="alert(1)"/>')],
    ['x:href="…"', svg('<image x:href="https://evil.example/a.png"/>')],
    ['xml:base', svg('', 'xml:base="https://evil.example/"')],
    ['@import', svg('<style>@import "https://evil.example/a.css";</style>')],
    ['@import', svg('<style><![CDATA[@IMPORT url(#x)]]></style>')],
    ['@import', svg('<style>@&#105;mport "a.css";</style>')],
    ['@import', svg('<style>@im<!-- -->port "a.css";</style>')],
    ['@import', svg('<style>@\\69 mport "a.css";</style>')],
    ['@import', svg('<style>@\\000069mport "a.css";</style>')],
    ['url(…)', svg('<style>@font-face { src: url(https://evil.example/f.woff) }</style>')],
    ['url(…)', svg('<rect style="fill: u\\72l(//evil.example/a.svg#p)"/>')],
    ['url(…)', svg('<rect filter="url( \'https://evil.example/a.svg#f\')"/>')],
    ['url(…)', svg('<rect fill="url(data:image/svg+xml;base64,AAAA)"/>')],
    [
      'url(…)',
      svg('<style>a { content: "/*" } b { fill: url(//evil.example/a.svg#p) } c { content: "*/" }</style>'),
    ],
    ['image-set(…)', svg('<style>a { background: image-set("https://evil.example/a.png" 1x) }</style>')],
    ['<!ENTITY>', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
    ['<?xml-stylesheet?>', `<?xml-stylesheet href="https://evil.example/a.css"?>${svg('')}`],
    ['encoding="…"', `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`],
  ])('is found out by %s', async (what, text) => {
    expect(await findActiveSvg(text)).toContain(what);
  });

  // Quadratic time in texts of this length would exceed the limit of a test.
  it.each([
    ['tabs in a handler', `<set attributeName="on${'\t'.repeat(500_000)}x"/>`, 'attributeName="…"'],
    ['lines before a link', `<set attributeName="${'&#10;'.repeat(100_000)}x:HREF"/>`, 'attributeName="…"'],
    ['colons in an animation', `<set attributeName="${'x:'.repeat(250_000)}"/>`, null],
    ['words in an animation', `<set attributeName="${'o&#9;'.repeat(100_000)}"/>`, null],
    ['spaces in a link', `<a href="${' '.repeat(500_000)}"/>`, null],
    ['spaces before a link', `<a href="${' '.repeat(500_000)}//evil.example"/>`, 'href="…"'],
    ['quotation marks in a link', `<a href="#${"' ".repeat(250_000)}"/>`, null],
    ['open addresses', `<rect fill="${'url(#'.repeat(100_000)}"/>`, null],
    ['spaces in an address', `<style>.a { mask: url(${' '.repeat(500_000)}) }</style>`, null],
    ['names of functions', `<style>${' src image-set'.repeat(50_000)}</style>`, null],
    ['escapes', `<style>${'\\69'.repeat(100_000)}</style>`, null],
  ])('is read in time linear in the text: %s', async (_name, inside, what) => {
    expect(await findActiveSvg(svg(inside))).toEqual(what === null ? [] : [what]);
  });

  it('is no picture at all when it is not well-formed', async () => {
    expect(await findActiveSvg('<svg><g></svg>')).toBeNull();
    expect(await findActiveSvg(Buffer.from(svg('<script/>'), 'utf16le').toString('utf8'))).toBeNull();
    expect(await findActiveSvg(svg('&undefined;'))).toBeNull();
  });
});
