import type { ContactLine } from './contacts.ts';
import type { Item } from './items.ts';
import { escapeHtml, type Look, lines, page, text } from './layout-parts.ts';
import type { Random } from './random.ts';

/** A card or a badge as HTML, and the size to draw it at in CSS pixels. */
export interface Drawing {
  html: string;
  width: number;
  height: number;
}

const CARD = { width: 1063, height: 638 };
const BADGE = { width: 700, height: 990 };

type Layout = (item: Item, look: Look, code: string) => string;

/**
 * Draws an item in the layout that its number says.
 * @param code the QR code as an SVG, empty without
 */
export function draw(item: Item, look: Look, code: string, random: Random): Drawing {
  const badge = item.truth.kind === 'badge';
  const layouts = badge ? BADGE_LAYOUTS : CARD_LAYOUTS;
  const layout = random.pick(layouts);
  const size = badge
    ? layout === ticket
      ? { width: 1100, height: 560 }
      : BADGE
    : layout === upright
      ? { width: 638, height: 1063 }
      : CARD;
  return { ...size, html: page(layout(item, look, code), look, size) };
}

/** Company on a stripe at the side, person below, numbers at the other side. */
function stripe(item: Item, look: Look, code: string): string {
  return `<div style="position:absolute;inset-block:0;inset-inline-start:0;width:34px;background:${look.accent}"></div>
  <div style="padding:56px 60px 0 90px;display:flex;justify-content:space-between;align-items:flex-start">
    <div>${lines(item.company, 34, 'font-weight:700')}${text(item.slogan, 18, 'opacity:.7')}</div>${code}</div>
  <div style="position:absolute;inset-inline:90px 60px;bottom:52px;display:flex;justify-content:space-between;align-items:flex-end;gap:40px">
    <div>${lines(item.name, 42, 'font-weight:600')}${lines(item.title, 22, `color:${look.accent}`)}</div>
    <div>${contacts(item.contacts, 20)}${text(item.address, 17)}</div></div>`;
}

/** A coloured half with the company, the person on the other half. */
function halves(item: Item, look: Look, code: string): string {
  return `<div style="display:grid;grid-template-columns:42% 58%;height:100%">
    <div style="background:${look.accent};color:#fff;display:flex;flex-direction:column;justify-content:center;padding:36px;gap:14px;text-align:center;align-items:center">
      ${lines(item.company, 33, 'font-weight:700;line-height:1.3')}${text(item.slogan, 18)}${code}</div>
    <div style="padding:48px 44px;display:flex;flex-direction:column;justify-content:center;gap:26px">
      <div>${lines(item.name, 40, 'font-weight:700')}${lines(item.title, 22)}</div>
      <div>${contacts(item.contacts, 20)}</div>${text(item.address, 17, 'opacity:.8')}</div></div>`;
}

/** Everything in the middle, between two rules. */
function centred(item: Item, look: Look, code: string): string {
  return `<div style="text-align:center;height:100%;display:flex;flex-direction:column;justify-content:space-evenly;padding:26px 70px">
    <div>${lines(item.company, 30, `letter-spacing:.04em;color:${look.accent}`)}</div>
    <div style="border-block:2px solid ${look.accent};padding-block:18px;display:flex;justify-content:center;gap:40px;align-items:center"><div>${lines(item.name, 44)}${lines(item.title, 21, 'font-style:italic')}</div>${code}</div>
    <div>${inRows(item.contacts, 19)}${text(item.address, 17)}</div></div>`;
}

/** The person on top, the company and its numbers on a band below. */
function band(item: Item, look: Look, code: string): string {
  return `<div style="padding:54px 62px;display:flex;justify-content:space-between">
    <div>${lines(item.name, 52, 'font-weight:700')}<div style="height:8px"></div>${lines(item.title, 24, `color:${look.accent}`)}</div>${code}</div>
  <div style="position:absolute;inset-inline:0;bottom:0;background:${look.accent};color:#fff;padding:28px 62px">
    ${lines(item.company, 30, 'font-weight:700')}<div style="display:grid;grid-template-columns:1fr 1fr;column-gap:36px;margin-top:10px">${contacts(item.contacts, 19)}</div>${text(item.address, 17)}</div>`;
}

/** Spaced capitals for the company, numbers in two columns at the foot. */
function grid(item: Item, look: Look, code: string): string {
  return `<div style="padding:50px 58px;height:100%;box-sizing:border-box;display:flex;flex-direction:column;justify-content:space-between">
    <div style="display:flex;justify-content:space-between"><div>${lines(item.company, 24, 'text-transform:uppercase;letter-spacing:.09em;font-weight:700')}</div>${code}</div>
    <div>${lines(item.name, 46, `color:${look.accent}`)}${lines(item.title, 23)}</div>
    <div style="display:grid;grid-template-columns:auto auto;justify-content:space-between;gap:6px 40px">${contacts(item.contacts, 20)}${text(item.address, 17)}</div></div>`;
}

/** Standing on its short side. */
function upright(item: Item, look: Look, code: string): string {
  return `<div style="padding:70px 50px;height:100%;box-sizing:border-box;display:flex;flex-direction:column;justify-content:space-between;border-top:26px solid ${look.accent}">
    <div>${lines(item.company, 32, 'font-weight:700;line-height:1.25')}${text(item.slogan, 18)}</div>
    <div>${lines(item.name, 44, 'font-weight:600')}${lines(item.title, 23)}</div>${code}
    <div>${contacts(item.contacts, 22)}${text(item.address, 18)}</div></div>`;
}

const CARD_LAYOUTS: readonly Layout[] = [stripe, halves, centred, band, grid, upright];

/** A hole for the lanyard, the event on top, the category at the foot. */
function lanyard(item: Item, look: Look, code: string): string {
  return `<div style="width:110px;height:22px;border-radius:11px;background:#0005;margin:26px auto"></div>
  <div style="text-align:center;padding:10px 40px">${lines(item.event, 32, `color:${look.accent};font-weight:700`)}${text('Hall 4-6 · 2026', 18)}</div>
  <div style="text-align:center;padding:70px 40px 0">${bigName(item, 66)}<div style="height:26px"></div>${lines(item.company, 32)}${lines(item.title, 26, 'opacity:.8')}<div style="margin-top:40px;display:flex;justify-content:center">${code}</div></div>
  <div style="position:absolute;inset-inline:0;bottom:0;background:${look.accent};color:#fff;text-align:center;padding:26px">${text(look.category, 40, 'font-weight:700')}</div>`;
}

/** Category on top, the person in a frame, the event as a footer. */
function framed(item: Item, look: Look, code: string): string {
  return `<div style="background:${look.accent};color:#fff;padding:30px 50px">${text(look.category, 34, 'font-weight:700')}</div>
  <div style="margin:60px 50px;border:3px solid ${look.accent};padding:44px 34px">${lines(item.name, 50, 'font-weight:700')}<div style="height:22px"></div>${lines(item.title, 26)}<div style="height:10px"></div>${lines(item.company, 30, 'font-weight:600')}</div>
  <div style="padding:0 50px">${code}</div>
  <div style="position:absolute;inset-inline:50px;bottom:44px">${lines(item.event, 26)}${text(look.venue, 18)}</div>`;
}

/** A printed ticket, wider than high, with a stub. */
function ticket(item: Item, look: Look, code: string): string {
  return `<div style="display:grid;grid-template-columns:68% 32%;height:100%">
    <div style="padding:40px 48px;border-inline-end:4px dashed #8888">${lines(item.event, 28, `color:${look.accent};font-weight:700`)}${text(look.venue, 17)}<div style="height:60px"></div>${lines(item.name, 46, 'font-weight:700')}<div style="height:14px"></div>${lines(item.company, 27)}${lines(item.title, 24)}</div>
    <div style="padding:40px 30px;display:flex;flex-direction:column;gap:26px;align-items:center">${text(look.category, 28, 'font-weight:700')}${code}${text(`No. ${20_000 + (item.seed % 70_000)}`, 20)}</div></div>`;
}

const BADGE_LAYOUTS: readonly Layout[] = [lanyard, framed, ticket];

/** The name in a badge's large print, given and family name on separate lines. */
function bigName(item: Item, size: number): string {
  const [main = '', ...others] = item.name;
  const words = main.split(' ');
  const parts = words.length > 1 ? [words[0] ?? '', words.slice(1).join(' ')] : [main];
  return (
    parts.map((part) => text(part, size, 'font-weight:700;line-height:1.2')).join('') +
    lines(others, size * 0.5)
  );
}

function contacts(items: readonly ContactLine[], size: number): string {
  return items.map((line) => contact(line, size)).join('');
}

/** Two to a row, with a bar between. */
function inRows(items: readonly ContactLine[], size: number): string {
  const rows: string[] = [];
  for (let i = 0; i < items.length; i += 2) {
    const pair = items.slice(i, i + 2).map((line) => inline(line));
    rows.push(
      `<div style="font-size:${size}px">${pair.join('<span style="margin-inline:14px">|</span>')}</div>`,
    );
  }
  return rows.join('');
}

function contact(line: ContactLine, size: number): string {
  return `<div style="font-size:${size}px;line-height:1.5">${inline(line)}</div>`;
}

function inline({ label, value }: ContactLine): string {
  const shown = label === '' ? '' : `<span style="margin-inline-end:.5em">${escapeHtml(label)}</span>`;
  return `<span>${shown}<bdi dir="ltr">${escapeHtml(value)}</bdi></span>`;
}
