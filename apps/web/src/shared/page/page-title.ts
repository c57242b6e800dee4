// The name of the browser tab: the page's title, and before it how many chats hold something new.

let title = '';
let badge = 0;

/** @returns a number as badges show it: never more than two digits. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** @returns the page's name, then the product's */
export function pageTitle(page: string, product: string): string {
  return `${page} · ${product}`;
}

/** @param text as {@link pageTitle} gives it, or the product's name alone */
export function setPageTitle(text: string): void {
  title = text;
  show();
}

/** Shows a count in the tab and, where the product is installed, on its icon; 0 takes it away. */
export function setTitleBadge(count: number): void {
  if (count === badge) return;
  badge = count;
  show();
  // Not on every platform, and refused where the product is not installed.
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => {});
}

function show(): void {
  if (title) document.title = badge > 0 ? `(${badgeText(badge)}) ${title}` : title;
}
