import { LANGUAGE_TAGS, type Language, textDirection } from '@dragoman/domain/languages';
import { escapeHtml } from '../util/escape-html.ts';

/** What of a page the server adds to the built one. */
export interface PageParts {
  /** What `GET /config.json` answers. */
  config: object;
  /** Addresses of scripts to fetch at once. */
  files: readonly string[];
  /** Mark-up that the page shows when its scripts do not come, escaped. */
  loadAgain: string;
}

const CONFIG_PRELOAD = /<link rel="preload" href="\/config\.json"[^>]*>/;

/**
 * Puts into the built page what the app would ask for next, one round trip after the other: its configuration and its scripts.
 * @param html in which a link tells the browser to fetch the configuration
 */
export function writePageParts(html: string, { config, files, loadAgain }: PageParts): string {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join('');
  return html
    .replace(CONFIG_PRELOAD, () => dataElement('config', config))
    .replace('</head>', () => `${links}</head>`)
    .replace('</body>', () => `${loadAgain}</body>`);
}

/**
 * Puts a reader's language into the built page, for what does not run scripts: search engines, and previews of links.
 * @param description of the product in that language; undefined leaves the built page's
 */
export function writeLanguage(html: string, language: Language, description: string | undefined): string {
  if (description === undefined) return html;
  return html
    .replace(/<html\b[^>]*>/, `<html ${languageAttributes(language)}>`)
    .replace(
      /<meta\s+name="description"[^>]*>/,
      () => `<meta name="description" content="${escapeHtml(description)}">`,
    );
}

function languageAttributes(language: Language): string {
  return `lang="${LANGUAGE_TAGS[language]}" dir="${textDirection(language)}"`;
}

/** What a page shows before the app is there. */
export interface FirstPaint {
  /** Escaped. */
  markup: string;
  /** Of the mark-up; `data-language` tells the page that it is decided. */
  language: Language;
  /** Whom it is for: members do not see what is for strangers (apps/web/src/shared/styles/index.css) until the app takes its place; nor strangers what is for members. */
  readers: 'strangers' | 'members' | 'all';
  /**
   * When the app starts on a signed-out visit: `when-wanted` leaves the page alone until its reader
   * acts (apps/web/src/shared/page/written-page.ts). With `stays` the app starts at once, and the
   * page remains until the app has something to show.
   */
  app: 'when-wanted' | 'at-once' | 'stays';
  /** Of the browser's tab, not escaped; undefined leaves the page's. */
  title?: string;
  /** Text of a script that runs before the rest of the page has come. */
  script?: string;
}

/** The scripts that the browser fetches for the app: the entry and its preloads. */
const SCRIPTS = /<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>/g;

const CONFIG = /<script type="application\/json" id="config">.*?<\/script>/s;

/** Puts what a page first shows into the built one. @param html with its style sheet in it */
export function writeFirstPaint(
  html: string,
  { markup, language, readers, app, title, script }: FirstPaint,
): string {
  const root = `<html ${languageAttributes(language)} data-language="${language}">`;
  const scripts: string[] = [];
  const rest = html.replace(SCRIPTS, (script) => {
    scripts.push(script);
    return '';
  });
  const place = `<div id="root" data-app="${app}"${readers === 'all' ? '' : ` data-for="${readers}"`}>`;
  return (
    rest
      .replace(/<html\b[^>]*>/, root)
      // It needs the configuration. The style sheet, whose text is long, comes later.
      .replace(CONFIG, (data) => (script ? `${data}<script>${script}</script>` : data))
      .replace(/<title>[^<]*<\/title>/, (whole) =>
        title === undefined ? whole : `<title>${escapeHtml(title)}</title>`,
      )
      // There is something to read before the app is there: a script of index.html takes them out when it is on the screen.
      .replace(
        '<div id="root"></div>',
        () => `${place}${markup}</div><template id="scripts">${scripts.join('')}</template>`,
      )
  );
}

/**
 * Data that the page reads, in an element that is never executed.
 * @param id of the element
 */
export function dataElement(id: string, value: object): string {
  return `<script type="application/json" id="${id}">${jsonForHtml(value)}</script>`;
}

/** JSON that cannot end its element, whatever names contain. */
function jsonForHtml(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
