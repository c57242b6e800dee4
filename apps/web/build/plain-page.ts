import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@dragoman/domain/languages';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const TEXTS = path.resolve(import.meta.dirname, '../src/shared/i18n');

interface PlainTexts {
  tooOld: string;
  noScript: string;
  copyLink: string;
}

/**
 * Writes into the page what can be read where the app does not run: in a browser without
 * JavaScript, and in one that is older than the floor (docs/adr/0059). In all languages, because no
 * script chooses one. A browser that knows `Array.prototype.at` is new enough: Chrome has it since
 * 92, Safari since 15.4. The script is read by browsers of any age.
 */
export function plainPage(): Plugin {
  return {
    name: 'plain-page',
    transformIndexHtml() {
      const texts = LANGUAGES.map((language) => ({ language, ...textsOf(language) }));
      return [
        {
          tag: 'noscript',
          children: texts.map(({ language, noScript }) => paragraph(language, noScript)),
          injectTo: 'body',
        },
        {
          tag: 'div',
          attrs: {
            id: 'too-old',
            role: 'alert',
            hidden: true,
            style:
              'position:relative;z-index:99;padding:16px;background:#fff;color:#10292d;font:16px sans-serif',
          },
          children: [
            ...texts.map(({ language, tooOld }) => paragraph(language, tooOld)),
            { tag: 'input', attrs: { readonly: true, size: '24', style: 'font:inherit;max-width:100%' } },
            {
              tag: 'button',
              attrs: { type: 'button', style: 'font:inherit;min-height:44px;margin-top:8px;padding:0 12px' },
              children: texts.map(({ copyLink }) => copyLink).join(' · '),
            },
          ],
          injectTo: 'body',
        },
        { tag: 'script', children: OFFER, injectTo: 'body' },
      ];
    },
  };
}

/** ECMAScript 5. */
const OFFER = `
(function () {
  if ([].at) return;
  var box = document.getElementById('too-old');
  var link = box.getElementsByTagName('input')[0];
  document.body.insertBefore(box, document.body.firstChild);
  box.removeAttribute('hidden');
  link.value = location.href;
  box.getElementsByTagName('button')[0].onclick = function () {
    link.focus();
    link.setSelectionRange(0, link.value.length);
    document.execCommand('copy');
  };
})();
`;

function paragraph(language: string, text: string): HtmlTagDescriptor {
  const attrs = { lang: language === 'zh' ? 'zh-Hans' : language, dir: language === 'ar' ? 'rtl' : 'ltr' };
  return { tag: 'p', attrs, children: text };
}

function textsOf(language: string): PlainTexts {
  const file = path.join(TEXTS, `${language}.plain.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as PlainTexts;
}
