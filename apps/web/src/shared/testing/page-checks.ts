import type { AxeResults, RunOptions } from 'axe-core';

// Checks of what a page shows. Component tests call them in their page, and the journeys of `e2e`
// send each function to theirs: so it uses nothing outside of itself.

/** WCAG 2.2 at level AA, and what axe calls best practice beyond it. */
export const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const AXE_OPTIONS = {
  // Rules that axe still calls experimental: who speaks to the screen says what they read on it (WCAG 2.5.3).
  rules: { 'label-content-name-mismatch': { enabled: true } },
  // Passed checks need not be described.
  resultTypes: ['violations'],
} satisfies RunOptions;

/** Smallest side of what a thumb is to hit, in CSS px. */
export const TARGET_PX = 44;
/** The browser's own size of letters. */
export const LETTERS_PX = 16;
/** A phone of 320 px, or a window of 1280 px at 400% (WCAG 1.4.10). */
export const NARROW = { width: 320, height: 640 };

/** @returns a line for each violation; the rule's page explains it */
export function axeLines(violations: AxeResults['violations']): string[] {
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ target, any, all }) => {
      const [reason] = [...any, ...all];
      return `\n    ${target.join(' ')} ${reason ? `(${reason.message})` : ''}`;
    });
    return `${id}: ${help}${places.join('')}`;
  });
}

/**
 * Controls that a finger may miss. A link within a sentence is as high as its line (WCAG 2.5.8,
 * "Inline").
 */
export function findSmallTargets(least: number): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=switch], [role=menuitem], [role=radio], [role=checkbox]',
  );
  const isHit = (element: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    const label = (element as HTMLInputElement).labels?.[0];
    return hit !== null && (element.contains(hit) || hit.contains(element) || label?.contains(hit) === true);
  };
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]');
  const small: string[] = [];
  // An old Chromium does not always jump at once where the style says `smooth`.
  const { style } = document.documentElement;
  style.scrollBehavior = 'auto';
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue;
    if (control.closest('[inert], [aria-hidden=true]')) continue;
    // Elements under a dialog cannot be touched; live regions there are not marked as hidden.
    if (dialog && !dialog.contains(control)) continue;
    let box = control.getBoundingClientRect();
    if (box.width === 0 || box.bottom + window.scrollY <= 0 || box.right <= 0) continue;
    if (getComputedStyle(control).display === 'inline') continue;
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    if (width >= least && height >= least) continue;
    // Elements for screen readers alone are no targets for fingers.
    if (width <= 1 && height <= 1) continue;
    // A small mark may have a larger area around it that takes the finger.
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    box = control.getBoundingClientRect();
    const [x, y, reach] = [box.x + box.width / 2, box.y + box.height / 2, least / 2 - 1];
    const around = [
      [x - reach, y],
      [x + reach, y],
      [x, y - reach],
      [x, y + reach],
    ] as const;
    const inside = around.filter(
      ([px, py]) => px >= 0 && py >= 0 && px < window.innerWidth && py < window.innerHeight,
    );
    if (inside.length > 0 && inside.every(([px, py]) => isHit(control, px, py))) continue;
    small.push(
      `${width}x${height} ${control.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 120)} "${control.textContent?.trim().slice(0, 40)}"`,
    );
  }
  style.scrollBehavior = '';
  return small;
}

export function findMotion(): string[] {
  return document
    .getAnimations()
    .filter((animation) => animation.playState === 'running')
    .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 160) ?? 'something');
}

/**
 * Finds elements beyond the end of the screen; a box that scrolls by itself, as a wide table may,
 * counts as one.
 */
export function findSideways(): string[] {
  const dialog = document.querySelector('[role=dialog]');
  if (dialog && dialog.scrollWidth > dialog.clientWidth) {
    return [`a dialog's ${dialog.scrollWidth} px in ${dialog.clientWidth} px`];
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isCutOff = (element: HTMLElement) => {
    let box = element.parentElement;
    while (box && box !== document.body && getComputedStyle(box).overflowX === 'visible')
      box = box.parentElement;
    return box !== null && box !== document.body;
  };
  const culprits = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && (box.right > clientWidth + 0.1 || box.left < -0.1) && !isCutOff(element);
  });
  return [
    `${scrollWidth} px wide`,
    ...culprits.slice(-4).map((it) => `${it.tagName} .${it.className} "${it.textContent?.slice(0, 40)}"`),
  ];
}

/** The spacing of WCAG 1.4.12. */
export function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export function unspaceText(): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
}

/**
 * Texts cut off by a box that hides its overflow. A text that ends in an ellipsis on purpose is
 * shown in full elsewhere.
 */
export function findClipped(): string[] {
  const clipped: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent?.checkVisibility()) continue;
    let box: HTMLElement | null = parent;
    while (box && getComputedStyle(box).overflowY !== 'hidden') box = box.parentElement;
    if (!box || box === document.body || box === document.documentElement) continue;
    // One pixel is for screen readers.
    if (box.clientWidth <= 1) continue;
    const style = getComputedStyle(box);
    if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const [inner, outer] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    // A line's box is as high as its font says, which may be far more than its letters need.
    const lines = Math.max(1, range.getClientRects().length);
    const air = Math.max(0, inner.height / lines - Number.parseFloat(style.fontSize)) / 2;
    if (inner.height > 0 && (inner.bottom - air > outer.bottom + 2 || inner.top + air < outer.top - 2)) {
      clipped.push(`"${text.textContent.slice(0, 60)}" in ${box.tagName} .${box.className}`);
    }
  }
  return clipped;
}

/**
 * Lines of text that are drawn over one another. Elements that float above the page on purpose are
 * compared with their own kind alone.
 */
export function findOverlapping(): string[] {
  interface Line {
    text: Node;
    words: string;
    layer: Element | null;
    box: DOMRect;
  }
  const lines: Line[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.textContent?.trim() || parent?.closest('select, script, style, .sr-only')) continue;
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    let layer: Element | null = parent;
    while (layer && !/fixed|sticky/.test(getComputedStyle(layer).position)) layer = layer.parentElement;
    const range = document.createRange();
    range.selectNodeContents(text);
    const letters = Number.parseFloat(getComputedStyle(parent).fontSize);
    // Text that a box cuts off, with an ellipsis say, is not drawn.
    const limits: DOMRect[] = [];
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== 'visible') limits.push(box.getBoundingClientRect());
    }
    for (const rect of range.getClientRects()) {
      const left = Math.max(rect.left, ...limits.map((limit) => limit.left));
      const right = Math.min(rect.right, ...limits.map((limit) => limit.right));
      const top = Math.max(rect.top, ...limits.map((limit) => limit.top));
      const bottom = Math.min(rect.bottom, ...limits.map((limit) => limit.bottom));
      // A line's box is as high as its font says, which may be far more than its letters need.
      const height = Math.min(rect.height, letters);
      const box = new DOMRect(left, rect.y + (rect.height - height) / 2, right - left, height);
      // One pixel is for screen readers.
      if (right - left > 2 && bottom - top > 2 && height > 2)
        lines.push({ text, words: text.textContent.slice(0, 40), layer, box });
    }
  }
  const overlapping: string[] = [];
  for (const [i, one] of lines.entries()) {
    for (const other of lines.slice(i + 1)) {
      if (one.layer !== other.layer || one.text === other.text) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Few letters use all of their height.
      if (across > 2 && down > Math.min(one.box.height, other.box.height) / 5) {
        overlapping.push(`"${one.words}" and "${other.words}"`);
      }
    }
  }
  return overlapping;
}
