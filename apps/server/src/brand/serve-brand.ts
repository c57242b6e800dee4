import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import { Hono } from 'hono';
import type { BrandInUse, BrandStore } from './brand-store.ts';

/** The page colour of the web app's tokens, shown before the page has loaded. */
const PAPER = '#fbf8f2';

const OWN_ICONS = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
];

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

/**
 * The web app manifest: the installed app's name and look on a phone's home screen. The page's own
 * `theme-color` takes over once it is open, light and dark.
 */
export function webManifest({ brand, pictures }: BrandInUse) {
  const { name, icon } = brand;
  return {
    id: '/',
    name,
    short_name: name,
    description: 'Meet through a QR code and chat, each in your own language.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['business', 'communication'],
    icons: icon ? [brandIcon(icon, pictures)] : OWN_ICONS,
  };
}

/** @param address `/brand/{name}?v={version}` */
function brandIcon(address: string, pictures: BrandInUse['pictures']) {
  const [name = ''] = address.slice(address.lastIndexOf('/') + 1).split('?', 1);
  const picture = pictures.get(decodeURIComponent(name));
  const scales = !picture || picture.type === 'image/svg+xml';
  const sizes = scales ? 'any' : `${picture.width}x${picture.height}`;
  return { src: address, sizes, type: picture?.type, purpose: 'any' };
}

/**
 * Serves the pictures that `brand.json` names, and nothing else of the data directory. An SVG
 * opened by itself is a document: the policy leaves it no script and no other address.
 */
export function createBrandRoutes(store: Pick<BrandStore, 'current'>): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.get('/:name', (c) => {
    const picture = store.current().pictures.get(c.req.param('name'));
    if (!picture) return c.text('Not found', 404);
    const isThisVersion = c.req.query('v') === picture.version;
    return c.body(picture.bytes, 200, {
      'Content-Type': picture.type,
      'Cache-Control': isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });
  return app;
}
