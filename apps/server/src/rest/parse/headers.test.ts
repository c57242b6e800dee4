import { describe, expect, it } from 'vitest';
import { RestError } from '../rest-error.ts';
import { isJsonContent, parseAccept } from './media-type.ts';
import { NO_PREFERENCES, parsePreferences, preferenceApplied } from './preferences.ts';

function refusal(run: () => unknown): RestError {
  try {
    run();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('Prefer', () => {
  it('comes in one header or several', () => {
    expect(
      parsePreferences('return=representation, count=exact,resolution=merge-duplicates,missing=default'),
    ).toEqual({
      ...NO_PREFERENCES,
      returning: 'representation',
      count: 'exact',
      resolution: 'merge-duplicates',
      missing: 'default',
    });
    expect(parsePreferences('count=exact, count=planned').count).toBe('exact');
    expect(parsePreferences(undefined)).toEqual(NO_PREFERENCES);
  });

  it('is forgiving unless it is asked to be strict', () => {
    expect(parsePreferences('count=many, wait=10, tx=rollback')).toEqual(NO_PREFERENCES);
    expect(refusal(() => parsePreferences('handling=strict, count=many, foo'))).toMatchObject({
      status: 400,
      code: 'PGRST122',
      details: 'Invalid preferences: count=many, foo',
    });
    // Names that every object has are no preferences.
    expect(refusal(() => parsePreferences('handling=strict, constructor=x')).code).toBe('PGRST122');
  });

  it('bounds what is affected under strict handling only', () => {
    expect(parsePreferences('handling=strict, max-affected=5').maxAffected).toBe(5);
    expect(parsePreferences('max-affected=5').maxAffected).toBeNull();
    expect(refusal(() => parsePreferences('handling=strict, max-affected=-1')).code).toBe('PGRST122');
  });

  it('is confirmed as far as it applies', () => {
    const preferences = parsePreferences('return=minimal, count=exact, handling=strict, max-affected=5');
    expect(preferenceApplied(preferences, ['returning', 'count', 'handling', 'maxAffected'])).toBe(
      'return=minimal, count=exact, handling=strict, max-affected=5',
    );
    expect(preferenceApplied(preferences, ['resolution'])).toBeNull();
  });
});

describe('Accept', () => {
  it.each([
    [undefined, 'array', false],
    ['*/*', 'array', false],
    ['application/json', 'array', false],
    ['application/vnd.pgrst.object+json', 'object', false],
    ['application/vnd.pgrst.object+json;nulls=stripped', 'object', true],
    ['application/vnd.pgrst.array+json;nulls=stripped', 'array', true],
    ['text/csv', 'csv', false],
    ['text/html, text/csv;q=0.5, application/json;q=0.2', 'csv', false],
    ['Application/JSON; charset=utf-8', 'array', false],
  ] as const)('%s is %s', (header, form, stripNulls) => {
    expect(parseAccept(header)).toMatchObject({ form, stripNulls });
  });

  it.each([
    'text/html',
    'application/geo+json',
    'application/vnd.pgrst.plan+json',
    'application/json;q=0',
    ';',
  ])('refuses %s', (header) => {
    expect(refusal(() => parseAccept(header))).toMatchObject({ status: 406, code: 'PGRST107' });
  });

  it('knows JSON bodies', () => {
    expect(
      [undefined, 'application/json', 'application/json; charset=utf-8', 'application/x+json'].every(
        isJsonContent,
      ),
    ).toBe(true);
    expect(['text/csv', 'application/x-www-form-urlencoded', 'application/jsonx'].some(isJsonContent)).toBe(
      false,
    );
  });
});
