import { describe, expect, it } from 'vitest';
import { brandPage } from './brand-page.ts';
import type { BrandInUse } from './brand-store.ts';

const PAGE =
  '<head><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><title>Dragoman</title></head><body></body>';

function inUse(brand: Partial<BrandInUse['brand']>, css = ''): BrandInUse {
  return {
    brand: { name: 'Dragoman', footerCredit: '', copyrightYear: 2024, sponsors: [], ...brand },
    css,
    pictures: new Map(),
  };
}

describe('the page', () => {
  it('is as it was built without a brand', () => {
    expect(brandPage(PAGE, inUse({}))).toBe(PAGE);
  });

  it('has name, icon and colours of the brand, and no mark-up out of them', () => {
    const page = brandPage(
      PAGE,
      inUse(
        { name: '</title><script>alert(1)</script> $& "Co"', icon: '/brand/i.png?v=1' },
        ':root{--primary:#123456}',
      ),
    );
    expect(page).toBe(
      '<head><link rel="icon" href="/brand/i.png?v=1">' +
        '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; &quot;Co&quot;</title>' +
        '<style>:root{--primary:#123456}</style></head><body></body>',
    );
  });
});
