/** The position of an element, by which it is found again after the app has rendered the page. */
export interface Place {
  tag: string;
  words: string;
  /** Which of several with these words. */
  at: number;
}

/** The properties that identify an element. */
type Worded = Pick<Element, 'localName' | 'textContent' | 'getAttribute'>;

/** @param all the elements with its tag, in the page's order, itself among them */
export function placeOf(element: Worded, all: readonly Worded[]): Place {
  const words = wordsOf(element);
  return { tag: element.localName, words, at: like(words, all).indexOf(element) };
}

/** @param all the elements with the tag of the place. @returns undefined where the page has no such element any more */
export function findPlace<One extends Worded>({ words, at }: Place, all: readonly One[]): One | undefined {
  return like(words, all)[at];
}

function like<One extends Worded>(words: string, all: readonly One[]): One[] {
  return all.filter((one) => wordsOf(one) === words);
}

function wordsOf(element: Worded): string {
  // A field's value does not identify it.
  if (element.localName === 'textarea') return element.getAttribute('aria-label') ?? '';
  return `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`;
}

type Modifiers = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a press leads out of the app, or into a new tab: the browser's to follow. @param link null: a button was pressed */
export function leavesPage(
  link: Pick<HTMLAnchorElement, 'origin' | 'target'> | null,
  { ctrlKey, metaKey, shiftKey, altKey }: Modifiers,
  origin: string,
): boolean {
  if (!link) return false;
  return ctrlKey || metaKey || shiftKey || altKey || link.target !== '' || link.origin !== origin;
}
