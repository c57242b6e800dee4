import type { BrandInUse } from './brand-store.ts';

/** The page colour of the web app's tokens, shown before the page has loaded. */
const PAPER = '#fbf8f2';

const OWN_ICONS = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
];

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
