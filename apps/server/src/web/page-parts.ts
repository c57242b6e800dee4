import { LANGUAGE_TAGS, type Language, textDirection } from '@dragoman/domain/languages';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import type { RenderedPage } from './entry-server.ts';

/** The parts that the server adds to every built page. */
export interface PageParts {
  /** The body of `GET /config.json`. */
  config: object;
  /** Addresses of scripts to fetch at once. */
  files: readonly string[];
  /** Markup that the page shows when its scripts cannot be loaded, escaped. */
  loadAgain: string;
}

const CONFIG_PRELOAD = /<link rel="preload" href="\/config\.json"[^>]*>/;

/**
 * Adds the app's next requests, its configuration and its scripts, to the built page, which saves
 * round trips.
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
 * Puts a reader's language into the built page, for clients that run no scripts: search engines,
 * and previews of links.
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

/** A page that the server has rendered. */
export interface ServerPage extends RenderedPage {
  /**
   * Written to `data-server-page`, which index.html and the style sheet look at until the client
   * has hydrated the page.
   */
  name: 'landing' | 'join' | 'booth';
  /** The language of the markup. */
  language: Language;
}

/** Puts a rendered page into the built one. @param html with its style sheet in it */
export function writeServerPage(
  html: string,
  { name, markup, language, queries, title }: ServerPage,
): string {
  return (
    html
      // `data-language`: a script of index.html leaves the language alone.
      .replace(/<html\b[^>]*>/, `<html ${languageAttributes(language)} data-language="${language}">`)
      .replace(/<title>[^<]*<\/title>/, (whole) =>
        title === undefined ? whole : `<title>${escapeHtml(title)}</title>`,
      )
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root" data-server-page="${name}">${markup}</div>${queries ? dataElement('queries', queries) : ''}`,
      )
  );
}

/**
 * Data that the page reads, in an element that is never executed.
 * @param id of the element
 */
function dataElement(id: string, value: object): string {
  return `<script type="application/json" id="${id}">${jsonForHtml(value)}</script>`;
}

/** JSON that cannot end its element, whatever names contain. */
function jsonForHtml(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
