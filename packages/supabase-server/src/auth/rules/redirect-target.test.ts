import { describe, expect, it } from 'vitest';
import { chooseRedirect } from './redirect-target.ts';

const SITE = 'https://fair.example';
const rules = {
  siteUrl: SITE,
  allowList: ['https://*.partner.example/**', 'fair-app://open', 'https://one.example/?'],
};
const choose = (requested: string) => chooseRedirect([requested], rules);

describe('chooseRedirect', () => {
  it.each([
    'https://fair.example/join/7?from=mail',
    'http://127.0.0.1:5173/login',
    'http://[::1]:5173/login',
    'https://shop.partner.example/a/b.html?x=1',
    'fair-app://open',
    'https://one.example/a',
  ])('allows %s', (url) => {
    expect(choose(url)).toBe(url);
  });

  it.each([
    'https://evil.example/',
    'http://fair.example/',
    'https://fair.example:8443/',
    'https://fair.example.evil.example/',
    'https://fair.example@evil.example/',
    'https://user:pass@fair.example/',
    'https://evil.example\\@fair.example/',
    '//evil.example/',
    '/login',
    'javascript:alert(1)',
    'JavaScript://fair.example/%0Aalert(1)',
    'data:text/html,<script>1</script>',
    'http://127.0.0.1.evil.example/',
    'ftp://127.0.0.1/',
    'http://localhost:5173/',
    'https://a.b.partner.example/',
    'https://evil.example/x.partner.example/',
    'https://evil.example/?https://shop.partner.example/',
    'https://partner.example/',
    'fair-app://open/more',
    'https://one.example/ab',
    'not a url',
    '',
  ])('leads to the site instead of %s', (url) => {
    expect(choose(url)).toBe(SITE);
  });

  it('lets any port of localhost pass when the site is on localhost', () => {
    const local = { siteUrl: 'http://localhost:3000', allowList: [] };
    expect(chooseRedirect(['http://localhost:5173/x'], local)).toBe('http://localhost:5173/x');
    expect(chooseRedirect(['https://localhost:5173/x'], local)).toBe('http://localhost:3000');
  });

  it('takes the first requested target alone, and drops its fragment', () => {
    expect(chooseRedirect(['https://evil.example/', `${SITE}/a`], rules)).toBe(SITE);
    expect(chooseRedirect([undefined, '', `${SITE}/a#b`], rules)).toBe(`${SITE}/a`);
    expect(chooseRedirect([undefined], rules)).toBe(SITE);
  });

  it('is not slowed down by a long address', () => {
    const slow = { siteUrl: SITE, allowList: ['https://**a**b**c.example/'] };
    // A pattern that backtracks would take exponential time.
    expect(chooseRedirect([`https://${'a'.repeat(2000)}/`], slow)).toBe(SITE);
  });
});
