import { escapeHtml } from '../util/escape-html.ts';
import type { BrandInUse } from './brand-store.ts';

/**
 * Puts the brand into the built page: its name as the title, its icon, and its colours, so that the first paint has them. The
 * colours come after the built style sheet, whose tokens they replace.
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
  // Nothing but hexadecimal colours comes from the file.
  return css ? withIcon.replace('</head>', () => `<style>${css}</style></head>`) : withIcon;
}
