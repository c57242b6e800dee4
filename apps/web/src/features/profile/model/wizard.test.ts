import { describe, expect, it } from 'vitest';
import {
  canGoOn,
  WIZARD_START,
  type WizardEvent,
  type WizardForm,
  type WizardState,
  wizardFromDraft,
  wizardProgress,
  wizardReducer,
} from './wizard.ts';

function after(...events: WizardEvent['type'][]): WizardState {
  return events.reduce((state, type) => wizardReducer(state, { type }), WIZARD_START);
}

const EMPTY: WizardForm = { name: '', company: '', language: 'en', valid: false };

describe('the wizard', () => {
  it.each([
    [[], { step: 0, pass: 'none', advancing: false }],
    [['skip'], { step: 1, pass: 'skipped', advancing: false }],
    [['scanned'], { step: 0, pass: 'scanned', advancing: true }],
    [['scanned', 'advance'], { step: 1, pass: 'scanned', advancing: false }],
    [['advance'], { step: 0, pass: 'none', advancing: false }],
    // A user who has moved on by hand is not moved a second step.
    [['scanned', 'next', 'advance'], { step: 1, pass: 'scanned', advancing: false }],
    [['scanned', 'skip', 'advance'], { step: 1, pass: 'scanned', advancing: false }],
    // The same holds for a user who goes back to look at the pass.
    [['scanned', 'advance', 'back', 'advance'], { step: 0, pass: 'scanned', advancing: false }],
    [['scanned', 'advance', 'back', 'scanned', 'advance'], { step: 1, pass: 'scanned', advancing: false }],
    [['back'], { step: 0, pass: 'none', advancing: false }],
    [['next', 'next', 'next', 'next'], { step: 2, pass: 'none', advancing: false }],
    [['next', 'next', 'skip'], { step: 2, pass: 'none', advancing: false }],
    [['next', 'scanned'], { step: 1, pass: 'none', advancing: false }],
  ] as [WizardEvent['type'][], WizardState][])('%j', (events, state) => {
    expect(after(...events)).toEqual(state);
  });
});

describe('going on', () => {
  it.each([
    ['without a pass', after(), EMPTY, false],
    ['with a scanned pass', after('scanned'), EMPTY, true],
    ['back after skipping', after('skip', 'back'), EMPTY, true],
    ['with a name alone', after(), { ...EMPTY, name: 'Mei' }, false],
    ['with a company alone', after(), { ...EMPTY, company: '远山贸易' }, false],
    ['with white space for a company', after(), { ...EMPTY, name: 'Mei', company: ' ' }, false],
    ['with name and company', after(), { ...EMPTY, name: 'Mei', company: '远山贸易' }, true],
    ['with a language', after('skip'), EMPTY, true],
    ['without a language', after('skip'), { ...EMPTY, language: '' }, false],
    ['with an invalid form', after('skip', 'next'), { ...EMPTY, name: 'M' }, false],
    ['with a valid form', after('skip', 'next'), { ...EMPTY, valid: true }, true],
  ] as [string, WizardState, WizardForm, boolean][])('%s', (_, state, form, enabled) => {
    expect(canGoOn(state, form)).toBe(enabled);
  });
});

describe('a draft of the wizard', () => {
  it('opens where one was, without moving by itself', () => {
    expect(wizardFromDraft({ step: 2, pass: 'skipped', advancing: true })).toEqual({
      step: 2,
      pass: 'skipped',
      advancing: false,
    });
  });

  it.each([
    null,
    7,
    {},
    { step: 3, pass: 'none' },
    { step: -1, pass: 'none' },
    { step: 0.5, pass: 'none' },
    { step: 1, pass: 'x' },
  ])('%j is not a wizard state', (draft) => {
    expect(wizardFromDraft(draft)).toEqual(WIZARD_START);
  });
});

it('progress is (step+1)/3', () => {
  expect([0, 1, 2].map(wizardProgress)).toEqual([1 / 3, 2 / 3, 1]);
});
