import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import type { BrandInUse } from './brand-store.ts';

/**
 * Adds the brand to the built page: its name as the title, its icon, and its colours, so that the
 * first paint has them. The colours come after the built style sheet, whose tokens they replace.
 */
export function brandPage(html: string, { brand, css }: BrandInUse): string {
  const title = escapeHtml(brand.name);
  const page = html.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`);
  const withIcon = brand.icon
    ? page.replace(
        /<link rel="(icon|apple-touch-icon)"[^>]*>/g,
        (_, rel) => `<link rel="${rel}" href="${escapeHtml(brand.icon ?? '')}">`,
      )
    : page;
  // The file can supply only hexadecimal colours.
  return css ? withIcon.replace('</head>', () => `<style>${css}</style></head>`) : withIcon;
}
