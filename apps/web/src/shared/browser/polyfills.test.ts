import { expect, it, vi } from 'vitest';
import { fillEngine } from './polyfills.ts';

// biome-ignore lint/suspicious/noExplicitAny: the methods are compared with those of the engine that runs the test.
type Methods = Record<string, (...args: any[]) => any>;

const array: Methods = {};
const object: Methods = {};
const url: Methods = {};
const abortSignal: Methods = {};
fillEngine({ array, object, url, abortSignal });

const LIST = [3, 1, 2, 10];
const isSmall = (value: number) => value < 3;

it.each<[name: string, args: unknown[]]>([
  ['findLast', [isSmall]],
  ['findLast', [(value: number) => value > 10]],
  ['findLastIndex', [isSmall]],
  ['findLastIndex', [() => false]],
  ['toReversed', []],
  ['toSorted', []],
  ['toSorted', [(a: number, b: number) => a - b]],
  ['toSpliced', []],
  ['toSpliced', [1]],
  ['toSpliced', [-1, 1, 7, 8]],
  ['with', [-1, 5]],
])('%s(%j) is what the engine answers, and leaves the list alone', (name, args) => {
  const list = [...LIST];
  const native = (Array.prototype as unknown as Methods)[name];
  expect(array[name]?.call(list, ...args)).toEqual(native?.call(list, ...args));
  expect(list).toEqual(LIST);
});

it('refuses a place outside of the list', () => {
  expect(() => array.with?.call(LIST, 4, 0)).toThrow(RangeError);
  expect(() => array.with?.call(LIST, -5, 0)).toThrow(RangeError);
});

it.each([
  [{ a: 1 }, 'a'],
  [{}, 'toString'],
  ['text', 'length'],
])('hasOwn(%j, %s)', (owner, name) => {
  expect(object.hasOwn?.(owner, name)).toBe(Object.hasOwn(Object(owner), name));
});

it.each([['https://fair.example/a'], ['mailto:a@b.example'], ['/a'], ['']])('canParse(%s)', (address) => {
  expect(url.canParse?.(address)).toBe(URL.canParse(address));
  expect(url.canParse?.(address, 'https://fair.example')).toBe(URL.canParse(address, 'https://fair.example'));
});

it('ends a signal after its time, with a TimeoutError', () => {
  vi.useFakeTimers();
  try {
    const signal: AbortSignal = abortSignal.timeout?.(50);
    vi.advanceTimersByTime(49);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  } finally {
    vi.useRealTimers();
  }
});

it('leaves alone what the engine has, and lists no method among the members', () => {
  const own = () => false;
  const owner: Methods = { canParse: own };
  const list: Methods = {};
  fillEngine({ array: list, object: {}, url: owner, abortSignal: {} });
  expect(owner.canParse).toBe(own);
  expect(Object.keys(list)).toEqual([]);
});
