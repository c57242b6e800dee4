import type { Language } from '@dragoman/domain/languages';
import { describe, expect, it } from 'vitest';
import { pageDescription, renderPage } from './entry-server.tsx';
import type { AppConfig } from './shared/config/config.ts';

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const CODE = 'k3QdXz81Lm0PqRs7TuVw2YbN';
const CONFIG: AppConfig = {
  supabaseUrl: 'https://fair.example',
  supabaseKey: 'sb_publishable_of_a_test',
  brand: { name: 'Dragoman', footerCredit: 'Dragoman', copyrightYear: 2024, sponsors: [] },
  hosted: false,
  speech: false,
  otherTranslation: false,
  assistant: false,
  guests: true,
  passkeys: false,
  push: null,
  missedReplyMails: false,
  retentionDays: 0,
  announcement: null,
};

interface Options {
  language?: Language;
  guests?: boolean;
  taken?: boolean;
  query?: string;
}

function joinPage(
  vendor: { name: string | null; company?: string; avatar_url?: string },
  { language = 'en', guests = true, taken = false, query = '' }: Options = {},
) {
  return renderPage({
    url: `/join/${ID}${query}`,
    language,
    config: { ...CONFIG, guests },
    data: {
      invite: {
        id: ID,
        status: 'active',
        taken,
        vendor: { id: ID, company: null, avatar_url: null, ...vendor },
      },
    },
  });
}

describe('the join page of the server', () => {
  it('shows who invites, and what a visitor without an account can do', () => {
    const { markup } = joinPage({ name: 'Zoë Park', company: 'Harbour Lighting' });
    expect(markup).toContain('>Join Chat Session</h1>');
    expect(markup).toContain('>Zoë Park</p>');
    expect(markup).toContain('>Harbour Lighting</p>');
    expect(markup).toContain('ZP</span>');
    expect(markup).toContain('You are joining a chat session with Zoë Park from Harbour Lighting');
    expect(markup).toContain(`href="/login?redirect=%2Fjoin%2F${ID}"`);
    expect(markup).toContain('>Continue as guest</a>');
    expect(joinPage({ name: 'Zoë' }, { language: 'zh' }).title).toBe('加入聊天 · Dragoman');
  });

  it('has nothing to press but links and forms', () => {
    for (const { markup } of [
      joinPage({ name: 'Zoë' }),
      joinPage({ name: 'Zoë' }, { query: '?guest' }),
      renderPage({ url: '/', language: 'en', config: CONFIG }),
    ]) {
      expect(markup).toContain('<a ');
      expect(markup).not.toMatch(/<(button|input|textarea)\b/);
      expect(markup.match(/<select\b/g)).toHaveLength(1);
      expect(markup).toMatch(/<form\b[^>]*>(?:(?!<\/form>).)*<select\b[^>]* name="language"/s);
    }
  });

  it('lets guests in where the app would', () => {
    const offer = '>Continue as guest</a>';
    expect(joinPage({ name: 'Zoë' }, { guests: false }).markup).not.toContain(offer);
    expect(joinPage({ name: 'Zoë' }, { taken: true }).markup).not.toContain(offer);
    expect(joinPage({ name: 'Zoë' }, { query: '?guest' }).markup).not.toContain(offer);
  });

  it('is in the visitor’s language', () => {
    const vendor = { name: 'Zoë Park', company: 'Harbour Lighting' };
    expect(joinPage(vendor, { language: 'zh' }).markup).toContain(
      '您即将与 ⁨Harbour Lighting⁩ 的 ⁨Zoë Park⁩ 开始聊天',
    );
    expect(joinPage(vendor, { language: 'ar' }).markup).toContain(
      'أنت على وشك بدء محادثة مع ⁨Zoë Park⁩ من ⁨Harbour Lighting⁩',
    );
  });

  it('names a vendor without a name as the app does', () => {
    const { markup } = joinPage({ name: null });
    expect(markup).toContain('You are joining a chat session with Unknown Vendor');
    expect(markup).toContain('?</span>');
  });

  it('loads a picture of this installation alone', () => {
    const file = `/storage/v1/object/public/avatars/${ID}/${'0'.repeat(32)}.webp`;
    expect(joinPage({ name: 'Zoë', avatar_url: `http://10.0.0.1${file}` }).markup).toContain(
      `src="https://fair.example${file}"`,
    );
    expect(joinPage({ name: 'Zoë', avatar_url: 'https://elsewhere.example/a.webp' }).markup).not.toContain(
      '<img',
    );
  });

  it('gives the client the invitation under the key of its query', () => {
    expect(joinPage({ name: 'Zoë' }).queries).toMatchObject({
      queries: [
        {
          queryKey: ['invite', ID, 'anonymous'],
          state: { status: 'success', data: { id: ID, vendor: { name: 'Zoë' }, visitorId: null } },
        },
      ],
    });
  });

  it.each([
    '</p></main></div><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '&lt;script&gt;',
    '$& $1 {{name}}',
    '\u202eevil\u2066',
  ])('has no markup out of %j', (evil) => {
    const harmless = joinPage({ name: 'Zoë', company: 'Lamps' }).markup;
    const tags = (html: string) => html.match(/<[^>]*>/g);
    const html = joinPage({ name: evil, company: evil }).markup;
    expect(tags(html)).toEqual(tags(harmless));
    // A block of its own: what turns the writing direction ends with it.
    expect(html.match(/<p dir="auto"/g)).toHaveLength(2);
  });
});

it('shows what a booth code is for, and who is behind it', () => {
  const { markup, queries } = renderPage({
    url: `/b/${CODE}`,
    language: 'en',
    config: CONFIG,
    data: {
      booth: {
        code: CODE,
        state: 'open',
        label: 'Lamps <b>& more',
        vendor: { id: ID, name: 'Zoë Park', company: null, avatar_url: null },
        session_id: null,
      },
    },
  });
  expect(markup).toContain('>Lamps &lt;b&gt;&amp; more</p>');
  expect(markup).toContain('>Zoë Park</p>');
  expect(markup).toContain('>Continue as guest</a>');
  expect(queries).toMatchObject({ queries: [{ queryKey: ['booth', CODE, 'anonymous'] }] });
});

describe('the landing page of the server', () => {
  const brand = { name: 'Lamps & Fair', footerCredit: 'Quayside', copyrightYear: 2026, sponsors: [] };

  it.each([
    ['en', 'Sign Up'],
    ['zh', '注册'],
    ['ar', 'إنشاء حساب'],
  ] as const)('is complete in %s, with the brand', (language, signUp) => {
    const { markup, title, queries } = renderPage({ url: '/', language, config: { ...CONFIG, brand } });
    expect(markup).toContain('Lamps &amp; Fair');
    expect(markup).toContain('Quayside');
    expect(markup).toContain(`>${signUp}</a>`);
    expect(markup).toContain('href="/login?role=vendor"');
    expect(markup).not.toMatch(/>[a-z]+\.[a-zA-Z.]+</);
    expect({ title, queries }).toEqual({ title: undefined, queries: undefined });
    expect(pageDescription(language).length).toBeGreaterThan(20);
  });
});
