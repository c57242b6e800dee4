import { describe, expect, it } from 'vitest';
import { RestError } from '../rest-error.ts';
import { contentKind, parseAccept } from './media-type.ts';
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
    expect(preferenceApplied(preferences, ['returning', 'count', 'maxAffected'])).toBe(
      'return=minimal, count=exact, handling=strict, max-affected=5',
    );
    expect(preferenceApplied(preferences, ['resolution'])).toBe('handling=strict');
    expect(preferenceApplied(parsePreferences('return=minimal'), [])).toBeNull();
  });

  it('may name a time zone that there is, and a rollback where the operator allows it', () => {
    const rules = { rollbackEnabled: true, timeZones: new Set(['Asia/Dubai']) };
    const preferences = parsePreferences('timezone=Asia/Dubai, tx=rollback', rules);
    expect(preferences).toMatchObject({ timeZone: 'Asia/Dubai', tx: 'rollback' });
    expect(preferenceApplied(preferences, [])).toBe('tx=rollback, timezone=Asia/Dubai');
    expect(parsePreferences('timezone=Mars/Olympus', rules).timeZone).toBeNull();
    expect(refusal(() => parsePreferences('handling=strict, timezone=Mars/Olympus', rules))).toMatchObject({
      code: 'PGRST122',
      details: 'Invalid preferences: timezone=Mars/Olympus',
    });
    expect(parsePreferences('tx=rollback').tx).toBeNull();
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
    ['application/geo+json', 'geojson', false],
    ['text/html, text/csv;q=0.5, application/json;q=0.2', 'csv', false],
    ['Application/JSON; charset=utf-8', 'array', false],
  ] as const)('%s is %s', (header, form, stripNulls) => {
    expect(parseAccept(header)).toMatchObject({ form, stripNulls });
  });

  it.each([
    'text/html',
    'application/vnd.pgrst.plan+json',
    'application/vnd.pgrst.plan+text; for="application/json"; options=;',
    'application/json;q=0',
    ';',
  ])('refuses %s', (header) => {
    expect(refusal(() => parseAccept(header))).toMatchObject({ status: 406, code: 'PGRST107' });
  });

  it('may ask for a plan where that is allowed', () => {
    expect(
      parseAccept('application/vnd.pgrst.plan+text; for="text/csv"; options=analyze|verbose|evil;', true),
    ).toEqual({
      form: 'csv',
      stripNulls: false,
      contentType: 'application/vnd.pgrst.plan+text; for="text/csv"; options=analyze|verbose; charset=utf-8',
      plan: { format: 'text', options: ['analyze', 'verbose'] },
    });
    const stripped =
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"';
    expect(parseAccept(stripped, true)).toMatchObject({
      form: 'object',
      stripNulls: true,
      plan: { format: 'json', options: [] },
    });
    for (const header of ['application/vnd.pgrst.plan; for="text/html"', 'application/vnd.pgrst.plan+xml']) {
      expect(refusal(() => parseAccept(header, true)).code).toBe('PGRST107');
    }
  });

  it.each([
    [undefined, 'json'],
    ['application/json', 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['application/x+json', 'json'],
    ['text/csv; header=present', 'csv'],
    ['application/x-www-form-urlencoded', 'form'],
    ['text/plain;charset=UTF-8', 'text'],
    ['text/xml', 'xml'],
    ['application/octet-stream', 'binary'],
    ['application/jsonx', null],
    ['constructor', null],
  ])('a body of type %s is %s', (contentType, kind) => {
    expect(contentKind(contentType)).toBe(kind);
  });
});
