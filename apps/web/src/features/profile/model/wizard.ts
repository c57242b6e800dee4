import type { Language } from '@dragoman/domain/languages';

/** The visitor's onboarding wizard (specification 2.9, 4.7): three steps and their conditions. */

export const WIZARD_STEPS = ['pass', 'language', 'details'] as const;

export type WizardStep = (typeof WIZARD_STEPS)[number];

/** Time to read 'Pass scanned successfully!' before the next step opens (specification 9.4). */
export const AUTO_ADVANCE_MS = 1000;

export interface WizardState {
  /** 0 to 2. */
  step: number;
  pass: 'none' | 'scanned' | 'skipped';
  /** A pass has just been scanned on the first step, which will be left automatically. */
  advancing: boolean;
}

export type WizardEvent =
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'skip' }
  | { type: 'scanned' }
  /** The time after a scan is over. */
  | { type: 'advance' };

export const WIZARD_START: WizardState = { step: 0, pass: 'none', advancing: false };

const LAST_STEP = WIZARD_STEPS.length - 1;

/** The next state; an event without meaning in the present state changes nothing. */
export function wizardReducer(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'next':
      return { ...state, step: Math.min(state.step + 1, LAST_STEP), advancing: false };
    case 'back':
      return { ...state, step: Math.max(state.step - 1, 0), advancing: false };
    case 'skip':
      if (state.step !== 0) return state;
      // A scan stays valid when a second picture is skipped.
      return { step: 1, pass: state.pass === 'scanned' ? 'scanned' : 'skipped', advancing: false };
    case 'scanned':
      return state.step === 0 ? { ...state, pass: 'scanned', advancing: true } : state;
    case 'advance':
      return state.advancing ? { ...state, step: 1, advancing: false } : state;
  }
}

/** Inputs of the enabling rules besides the state. */
export interface WizardForm {
  name: string;
  company: string;
  language: Language | '';
  valid: boolean;
}

/** @returns whether Next, or 'Complete Setup' on the last step, is enabled (specification 4.7). */
export function canGoOn({ step, pass }: WizardState, form: WizardForm): boolean {
  switch (WIZARD_STEPS[step]) {
    case 'pass':
      return pass !== 'none' || (form.name.trim() !== '' && form.company.trim() !== '');
    case 'language':
      return form.language !== '';
    default:
      return form.valid;
  }
}

/** @returns how far one is, between 0 and 1: (step+1)/3. */
export function wizardProgress(step: number): number {
  return (step + 1) / WIZARD_STEPS.length;
}

/** @returns the state that a draft holds, or the start when it holds none. */
export function wizardFromDraft(draft: unknown): WizardState {
  const { step, pass } = (draft ?? {}) as Partial<Record<keyof WizardState, unknown>>;
  const known = typeof step === 'number' && WIZARD_STEPS[step] !== undefined;
  if (!known || (pass !== 'none' && pass !== 'scanned' && pass !== 'skipped')) return WIZARD_START;
  return { step, pass, advancing: false };
}
