import { type Dispatch, useEffect, useReducer } from 'react';
import { readDraft, writeDraft } from '@/shared/offline/draft-storage.ts';
import {
  AUTO_ADVANCE_MS,
  type WizardEvent,
  type WizardState,
  wizardFromDraft,
  wizardReducer,
} from './wizard.ts';

/**
 * The wizard's state; it survives a reload in this tab, and leaves the first step automatically
 * after a scan.
 */
export function useWizard(draft: string): [WizardState, Dispatch<WizardEvent>] {
  const [state, dispatch] = useReducer(wizardReducer, null, () => wizardFromDraft(readDraft(draft)));

  useEffect(() => writeDraft(draft, state), [draft, state]);

  const { advancing } = state;
  useEffect(() => {
    if (!advancing) return;
    const timer = setTimeout(() => dispatch({ type: 'advance' }), AUTO_ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [advancing]);

  return [state, dispatch];
}
