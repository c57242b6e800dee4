import type { Language } from '@dragoman/domain/languages';
import { describe, expect, it } from 'vitest';
import { joinPageTitle, renderBoothPage, renderJoinPage, renderLandingPage } from './page-renderer.tsx';

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const BRAND = { name: 'Dragoman', footerCredit: 'Dragoman', copyrightYear: 2024, sponsors: [] };

function page(
  vendor: { name: string | null; company?: string; avatar_url?: string },
  language: Language = 'en',
  { guests = true, taken = false } = {},
): string {
  return renderJoinPage({
    language,
    guests,
    supabaseUrl: 'https://fair.example',
    brand: BRAND,
    invite: {
      id: ID,
      status: 'active',
      taken,
      vendor: { id: ID, company: null, avatar_url: null, ...vendor },
    },
  });
}

describe('the join page of the server', () => {
  it('shows who invites, and the ways in', () => {
    const html = page({ name: 'Zoë Park', company: 'Harbour Lighting' });
    expect(html).toContain('>Join Chat Session</h1>');
    expect(html).toContain('>Zoë Park</p>');
    expect(html).toContain('>Harbour Lighting</p>');
    expect(html).toContain('>ZP</span>');
    expect(html).toContain('You are joining a chat session with Zoë Park from Harbour Lighting');
    expect(html).toContain(`href="/login?redirect=%2Fjoin%2F${ID}"`);
    expect(html).toContain('>Continue as guest</button>');
    expect(joinPageTitle({ brand: BRAND, language: 'zh' })).toBe('加入聊天 · Dragoman');
  });

  it('lets guests in where the app would', () => {
    const offer = '>Continue as guest</button>';
    expect(page({ name: 'Zoë' }, 'en', { guests: false })).not.toContain(offer);
    expect(page({ name: 'Zoë' }, 'en', { taken: true })).not.toContain(offer);
  });

  it('speaks the visitor’s language', () => {
    const vendor = { name: 'Zoë Park', company: 'Harbour Lighting' };
    expect(page(vendor, 'zh')).toContain('您即将与 ⁨Harbour Lighting⁩ 的 ⁨Zoë Park⁩ 开始聊天');
    expect(page(vendor, 'ar')).toContain('أنت على وشك بدء محادثة مع ⁨Zoë Park⁩ من ⁨Harbour Lighting⁩');
  });

  it('names a vendor without a name as the app does', () => {
    const html = page({ name: null });
    expect(html).toContain('You are joining a chat session with Unknown Vendor');
    expect(html).toContain('>?</span>');
  });

  it('loads a picture of this installation alone', () => {
    const file = `/storage/v1/object/public/avatars/${ID}/${'0'.repeat(32)}.webp`;
    expect(page({ name: 'Zoë', avatar_url: `http://10.0.0.1${file}` })).toContain(
      `src="https://fair.example${file}"`,
    );
    expect(page({ name: 'Zoë', avatar_url: 'https://elsewhere.example/a.webp' })).not.toContain('<img');
  });

  it.each([
    '</p></main></div><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '&lt;script&gt;',
    '$& $1 {{name}}',
    '\u202eevil\u2066',
  ])('has no mark-up out of %j', (evil) => {
    const harmless = page({ name: 'Zoë', company: 'Lamps' });
    const tags = (html: string) => html.match(/<[^>]*>/g);
    const html = page({ name: evil, company: evil });
    expect(tags(html)).toEqual(tags(harmless));
    // A block of its own: what turns the writing direction ends with it.
    expect(html.match(/<p dir="auto"/g)).toHaveLength(2);
  });
});

it('shows what a booth code is for, and who is behind it', () => {
  const booth = (state: 'open' | 'paused') =>
    renderBoothPage({
      language: 'en',
      guests: true,
      supabaseUrl: 'https://fair.example',
      brand: BRAND,
      booth: {
        code: 'k3QdXz81Lm0PqRs7TuVw2YbN',
        state,
        label: 'Lamps <b>& more',
        vendor: { id: ID, name: 'Zoë Park', company: null, avatar_url: null },
        session_id: null,
      },
    });
  expect(booth('open')).toContain('>Lamps &lt;b&gt;&amp; more</p>');
  expect(booth('open')).toContain('>Zoë Park</p>');
  expect(booth('open')).toContain('>Continue as guest</button>');
  expect(booth('paused')).not.toContain('>Continue as guest</button>');
});

describe('the landing page of the server', () => {
  const props = {
    brand: { name: 'Lamps & Fair', footerCredit: 'Quayside', copyrightYear: 2026, sponsors: [] },
  };

  it('is what a stranger is shown, in every language, with the brand', () => {
    for (const [language, signUp] of [
      ['en', 'Sign Up'],
      ['zh', '注册'],
      ['ar', 'إنشاء حساب'],
    ] as const) {
      const html = renderLandingPage({ ...props, language });
      expect(html).toContain('Lamps &amp; Fair');
      expect(html).toContain('Quayside');
      expect(html).toContain(`>${signUp}</a>`);
      expect(html).not.toMatch(/>[a-z]+\.[a-zA-Z.]+</);
    }
  });
});
