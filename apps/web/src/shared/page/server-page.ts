/**
 * The attribute of `#root` while it holds a page that the server rendered;
 * apps/server/src/http/page-parts.ts writes it.
 */
const ATTRIBUTE = 'data-server-page';

/**
 * @returns whether `#root` holds a page that the server rendered and the client has not taken over
 * yet
 */
export function isServerRendered(): boolean {
  return document.querySelector(`#root[${ATTRIBUTE}]`) !== null;
}

/** From now on React handles every event of the page. */
export function endServerPage(): void {
  document.getElementById('root')?.removeAttribute(ATTRIBUTE);
}
