/** The objects to which the methods are added. */
interface Owners {
  array: object;
  object: object;
  url: object;
  abortSignal: object;
}

type Test = (value: unknown, index: number, list: ArrayLike<unknown>) => unknown;
type Order = (a: unknown, b: unknown) => number;

/**
 * Adds what browsers since Chrome 92 and Safari 15.4 lack and the app uses; each method follows its
 * standard. Whatever is added here is also added to `lib` in apps/web/tsconfig.json and to
 * scripts/browser-floor.ts.
 * @param owners other ones in tests
 */
export function fillEngine(
  owners: Owners = { array: Array.prototype, object: Object, url: URL, abortSignal: AbortSignal },
): void {
  fill(owners.array, {
    findLast(this: ArrayLike<unknown>, test: Test, self?: unknown) {
      for (let index = this.length - 1; index >= 0; index--) {
        const value = this[index];
        if (test.call(self, value, index, this)) return value;
      }
      return undefined;
    },
    findLastIndex(this: ArrayLike<unknown>, test: Test, self?: unknown) {
      for (let index = this.length - 1; index >= 0; index--) {
        if (test.call(self, this[index], index, this)) return index;
      }
      return -1;
    },
    toReversed(this: ArrayLike<unknown>) {
      return Array.from(this).reverse();
    },
    toSorted(this: ArrayLike<unknown>, order?: Order) {
      return Array.from(this).sort(order);
    },
    toSpliced(this: ArrayLike<unknown>, ...change: [start: number, removed: number, ...added: unknown[]]) {
      const copy = Array.from(this);
      copy.splice(...change);
      return copy;
    },
    with(this: ArrayLike<unknown>, index: number, value: unknown) {
      const copy = Array.from(this);
      const at = index < 0 ? copy.length + index : index;
      if (!(at in copy)) throw new RangeError(`Invalid index : ${index}`);
      copy[at] = value;
      return copy;
    },
  });

  fill(owners.object, {
    hasOwn: (owner: object, name: PropertyKey) =>
      Object.getOwnPropertyDescriptor(Object(owner), name) !== undefined,
  });

  fill(owners.url, {
    canParse(address: string, base?: string) {
      try {
        return Boolean(new URL(address, base));
      } catch {
        return false;
      }
    },
  });

  fill(owners.abortSignal, {
    timeout(milliseconds: number) {
      const controller = new AbortController();
      const reason = new DOMException('signal timed out', 'TimeoutError');
      setTimeout(() => controller.abort(reason), milliseconds);
      // Chrome before 98 and Safari before 15.4 know no reasons.
      if (!('reason' in controller.signal)) {
        Object.defineProperty(controller.signal, 'reason', {
          get: () => (controller.signal.aborted ? reason : undefined),
        });
      }
      return controller.signal;
    },
  });
}

/** Methods are not enumerable, or `for ... in` would list them. */
function fill(owner: object, methods: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  }
}
