import { findPlace, leavesPage, type Place, placeOf } from './page-places.ts';

const PRESSABLE = 'a[href], button';

/** Its look until what it was pressed for happens (shared/styles/index.css). A script of index.html sets it too. */
const HELD = 'data-held';

/**
 * Holds what somebody presses, chooses and focuses in a page whose app is not there yet, until it is. The app draws the page anew:
 * an element is found again by its words.
 */
export class HeldPresses {
  #root: HTMLElement;
  readonly #listening = new AbortController();
  /** The last that was pressed: who presses twice wants the second. */
  #pressed: Place | undefined;
  #choice: { place: Place; value: string } | undefined;
  /** The field is kept: whoever types goes on until it is gone. */
  #typed: { place: Place; field: HTMLTextAreaElement } | undefined;
  /** The element is kept too: only when it is gone has the focus gone with it. */
  #focused: { place: Place; element: Element } | undefined;
  /** A mouse button that is down, over something that can be pressed. */
  #down: { place: Place; element: Element } | undefined;
  /** A list that is open, or a field in which an input method puts a word together. */
  #busy: Element | undefined;
  #freed: () => void = () => {};

  constructor(root: HTMLElement) {
    this.#root = root;
    for (const element of root.querySelectorAll(`[${HELD}]`)) {
      if (element instanceof HTMLSelectElement) this.#choose(element);
      else this.#pressed = this.#placeOf(element);
    }
    for (const field of root.querySelectorAll('textarea')) {
      if (field.value !== field.defaultValue) this.#type(field);
    }
    this.#focus(document.activeElement);
    const { signal } = this.#listening;
    const on = <Type extends keyof WindowEventMap>(
      type: Type,
      listener: (event: WindowEventMap[Type]) => void,
    ) => window.addEventListener(type, listener, { capture: true, signal });
    on('click', (event) => this.#hold(event));
    on('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) this.#choose(target);
    });
    on('input', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) this.#type(target);
    });
    on('compositionstart', ({ target }) => {
      this.#busy = target as Element;
    });
    on('compositionend', () => this.#free());
    on('focusin', ({ target }) => this.#focus(target as Element));
    on('focusout', ({ target }) => target === this.#busy && this.#free());
    on('pointerdown', ({ target, pointerType }) => {
      const element = target as Element;
      this.#focused = undefined;
      const pressable = this.#pressable(element);
      // A finger's press goes to what is under it when it is lifted.
      this.#down =
        pressable && pointerType !== 'touch'
          ? { place: this.#placeOf(pressable), element: pressable }
          : undefined;
      this.#openOrClose(element);
    });
    on('pointercancel', () => {
      this.#down = undefined;
    });
    on('pointerup', ({ target }) => this.#up(target as Element));
    on('keydown', ({ target, key }) => key !== 'Tab' && this.#openOrClose(target as Element));
  }

  /** Whether something was pressed or chosen. */
  get any(): boolean {
    return this.#pressed !== undefined || this.#choice !== undefined;
  }

  /** Whether a list is open, or a word is being put together. */
  get busy(): boolean {
    return this.#busy !== undefined;
  }

  /** Waits while it is so. */
  async free(): Promise<void> {
    if (!this.#busy) return;
    await new Promise<void>((resolve) => {
      this.#freed = resolve;
    });
  }

  /** Holds nothing more; nothing looks held. */
  drop(): void {
    this.#listening.abort();
    this.#unmark();
  }

  /** The app has drawn its page in another place. */
  moveTo(root: HTMLElement): void {
    this.#unmark();
    this.#root = root;
  }

  /** Does what it held in the page that the app has drawn. */
  release(): void {
    this.drop();
    if (this.#typed) this.#writeOn(this.#typed.place, this.#typed.field);
    if (this.#focused && !this.#focused.element.isConnected) {
      this.#find(this.#focused.place)?.focus({ preventScroll: true });
    }
    if (this.#choice) {
      const list = this.#find(this.#choice.place) as HTMLSelectElement | undefined;
      if (list) list.value = this.#choice.value;
      list?.dispatchEvent(new Event('change', { bubbles: true }));
    }
    if (this.#pressed) this.#find(this.#pressed)?.click();
    if (this.#down) this.#finish(this.#down.place);
  }

  /** What was typed stands in the app's field, which hears of it as if it had been typed there. */
  #writeOn(place: Place, { value, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    const field = this.#find(place);
    if (!(field instanceof HTMLTextAreaElement)) return;
    if (field.value !== value) {
      // Past React's own property, which would take it for a value that it has set.
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    field.setSelectionRange(selectionStart, selectionEnd);
  }

  /** The button is still down: the browser has nothing left to click when it comes up. */
  #finish(place: Place): void {
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    const end = () => over.abort();
    window.addEventListener('click', end, options);
    window.addEventListener('pointercancel', end, options);
    window.addEventListener(
      'pointerup',
      ({ target }) => {
        // After the browser's own click, if it makes one after all.
        setTimeout(() => {
          const element = this.#find(place);
          if (!over.signal.aborted && element?.contains(target as Element)) element.click();
          end();
        });
      },
      { ...options, once: true },
    );
  }

  #up(target: Element): void {
    const down = this.#down;
    this.#down = undefined;
    // The app has drawn the page anew a moment ago: the browser makes no click of it.
    if (!down || down.element.isConnected) return;
    if (this.#find(down.place)?.contains(target)) this.#pressed = down.place;
  }

  #hold(event: MouseEvent): void {
    const element = this.#pressable(event.target as Element);
    const link = element instanceof HTMLAnchorElement ? element : null;
    if (!element || leavesPage(link, event, location.origin)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#unmark();
    element.setAttribute(HELD, '');
    this.#pressed = this.#placeOf(element);
  }

  #unmark(): void {
    for (const element of this.#root.querySelectorAll(`[${HELD}]`)) element.removeAttribute(HELD);
  }

  #focus(element: Element | null): void {
    const inside = element !== null && this.#root.contains(element);
    this.#focused = inside ? { place: this.#placeOf(element), element } : undefined;
  }

  #choose(list: HTMLSelectElement): void {
    this.#choice = { place: this.#placeOf(list), value: list.value };
    this.#free();
  }

  #type(field: HTMLTextAreaElement): void {
    this.#typed = { place: this.#placeOf(field), field };
  }

  #openOrClose(pressed: Element): void {
    if (pressed instanceof HTMLSelectElement) this.#busy = pressed;
    else if (this.#busy instanceof HTMLSelectElement) this.#free();
  }

  #free(): void {
    this.#busy = undefined;
    this.#freed();
  }

  #pressable(target: Element): HTMLElement | undefined {
    const element = target.closest<HTMLElement>(PRESSABLE);
    return element && this.#root.contains(element) ? element : undefined;
  }

  #placeOf(element: Element): Place {
    return placeOf(element, this.#all(element.localName));
  }

  #find(place: Place): HTMLElement | undefined {
    return findPlace(place, this.#all(place.tag));
  }

  #all(tag: string): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>(tag)];
  }
}
