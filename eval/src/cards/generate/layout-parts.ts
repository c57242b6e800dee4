import type { Truth } from '../truth.ts';
import type { Random } from './random.ts';

/** The style of an item. */
export interface Look {
  lang: Truth['lang'];
  font: string;
  background: string;
  ink: string;
  accent: string;
  category: string;
  venue: string;
}

const LATIN_FONTS = [
  'Liberation Sans',
  'Liberation Serif',
  'DejaVu Sans',
  'DejaVu Serif',
  'Noto Sans',
  'Noto Serif',
  'Noto Sans Display',
  'Liberation Sans Narrow',
];
const HAN_FONTS = ['Noto Sans CJK SC', 'Noto Serif CJK SC'];
const ARABIC_FONTS = ['Noto Naskh Arabic', 'Noto Kufi Arabic', 'Noto Sans Arabic', 'DejaVu Sans'];

/** Paper, ink and colour; the last two are light on dark. */
const COLOURS = [
  ['#ffffff', '#1c1c1c', '#9a3412'],
  ['#fbf8f0', '#23201b', '#166534'],
  ['#f1f5f9', '#0f172a', '#1d4ed8'],
  ['#fff7ed', '#292524', '#7e22ce'],
  ['#eef7f4', '#0b2a24', '#0f766e'],
  ['#17212f', '#f1f5f9', '#b45309'],
  ['#2b1d2e', '#f5edf7', '#a21caf'],
] as const;

const CATEGORIES = {
  en: ['VISITOR', 'EXHIBITOR', 'SPEAKER', 'DELEGATE', 'HOSTED BUYER'],
  zh: ['观众', '参展商', '嘉宾', '采购商', '媒体'],
  ar: ['زائر', 'عارض', 'متحدث', 'مشارك', 'ضيف'],
};
const VENUES = {
  en: ['Hall 3 · 9-11 June 2026', 'Convention Centre, 4-6 May 2026'],
  zh: ['2026年5月12日-14日 国家会展中心', '3号馆 2026.09.08'],
  ar: ['12-14 أكتوبر 2026', 'قاعة 5 - 2026'],
};

export function inventLook(lang: Truth['lang'], random: Random): Look {
  const [background, ink, accent] = random.pick(COLOURS);
  const local = lang === 'zh' ? [random.pick(HAN_FONTS)] : lang === 'ar' ? [random.pick(ARABIC_FONTS)] : [];
  const font = [random.pick(LATIN_FONTS), ...local, 'Noto Sans CJK SC', 'Noto Sans Arabic', 'sans-serif'];
  return {
    lang,
    font: font.map((family) => `'${family}'`).join(','),
    background,
    ink,
    accent,
    category: random.pick(CATEGORIES[lang]),
    venue: random.pick(VENUES[lang]),
  };
}

export function page(body: string, look: Look, { width, height }: { width: number; height: number }): string {
  return `<!doctype html><html lang="${look.lang}" dir="${look.lang === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><style>
  *{margin:0} svg.qr{width:130px;height:130px;background:#fff;padding:8px;flex:none}
  body{width:${width}px;height:${height}px;position:relative;overflow:hidden;background:${look.background};color:${look.ink};font-family:${look.font}}
  </style><body>${body}</body></html>`;
}

export function text(content: string, size: number, style = ''): string {
  return content === ''
    ? ''
    : `<div dir="auto" style="font-size:${size}px;${style}">${escapeHtml(content)}</div>`;
}

/** The first form in full size, the others smaller. */
export function lines(contents: readonly string[], size: number, style = ''): string {
  return contents
    .map((content, i) => text(content, i === 0 ? size : Math.max(Math.round(size * 0.72), 17), style))
    .join('');
}

export function escapeHtml(content: string): string {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
