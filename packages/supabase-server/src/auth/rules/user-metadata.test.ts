import { describe, expect, it } from 'vitest';
import { findMetadataProblem, isMetadata, type Metadata, splitMetadataChange } from './user-metadata.ts';

describe('user metadata', () => {
  it('is an object and nothing else', () => {
    expect(isMetadata({})).toBe(true);
    for (const other of [null, [], 'a', 1, undefined]) expect(isMetadata(other)).toBe(false);
  });

  it('may hold any JSON', () => {
    expect(findMetadataProblem({ name: '林 😀', list: [1, null, { a: true }], '': '' })).toBeNull();
  });

  it.each<[string, Metadata]>([
    ['a NUL in a value', { a: ['x\0'] }],
    ['a NUL in a key', { a: { 'x\0': 1 } }],
    ['half a surrogate pair', { a: '\ud83d' }],
  ])('may not hold %s', (_name, metadata) => {
    expect(findMetadataProblem(metadata)).toBe('holds a character that cannot be stored');
  });

  it('is bounded in depth, without recursion', () => {
    const nested = (levels: number): Metadata =>
      JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as Metadata;
    expect(findMetadataProblem(nested(32))).toBeNull();
    expect(findMetadataProblem(nested(33))).toMatch(/32 levels/);
    expect(findMetadataProblem(nested(200_000))).toMatch(/32 levels/);
  });

  it('is bounded in bytes', () => {
    expect(findMetadataProblem({ a: 'x'.repeat(16_384 - 8) })).toBeNull();
    expect(findMetadataProblem({ a: 'x'.repeat(16_384 - 7) })).toMatch(/16384 bytes/);
    expect(findMetadataProblem({ a: '展'.repeat(6000) })).toMatch(/16384 bytes/);
  });

  it('loses the keys that a change sets to null', () => {
    expect(splitMetadataChange({ a: 1, b: null, c: { d: null }, e: false })).toEqual({
      set: { a: 1, c: { d: null }, e: false },
      remove: ['b'],
    });
  });
});
