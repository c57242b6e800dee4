import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { WIZARD_STEPS } from '../model/wizard.ts';

interface WizardActionsProps {
  step: number;
  /** Whether Next or 'Complete Setup' is enabled. */
  enabled: boolean;
  saving: boolean;
  onBack: () => void;
  onSkip: () => void;
}

/**
 * Back, Skip and Next, or 'Complete Setup' on the last step; on a phone they stay under the thumb.
 */
export function WizardActions({ step, enabled, saving, onBack, onSkip }: WizardActionsProps) {
  const { t } = useTranslation();
  const last = step === WIZARD_STEPS.length - 1;
  return (
    <div className="flex flex-wrap items-center gap-3 max-sm:safe-x max-sm:safe-bottom max-sm:mx-[calc(-1*min(1rem,6vw))] max-sm:-mb-4 max-sm:sticky max-sm:bottom-0 max-sm:mt-auto max-sm:border-t max-sm:bg-paper max-sm:pt-3">
      {/* The keys keep them two elements: the focus, and a second tap, on one must not end up on the other. */}
      {step > 0 ? (
        <Button key="back" variant="secondary" size="lg" disabled={saving} onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="flip-rtl size-5" />
          {t('visitorSetup.back')}
        </Button>
      ) : (
        <Button
          key="skip"
          variant="secondary"
          size="lg"
          onClick={onSkip}
          className="break-keep max-sm:flex-1"
        >
          {t('visitorSetup.skip')}
        </Button>
      )}
      {/* It submits on every step, so that Enter continues. */}
      <Button
        key={last ? 'submit' : 'next'}
        type="submit"
        size="lg"
        busy={saving}
        disabled={!enabled}
        className="ms-auto break-keep max-sm:flex-1"
      >
        {last && (saving ? t('visitorSetup.saving') : t('visitorSetup.submit'))}
        {!last && (
          <>
            {t('visitorSetup.next')}
            <ArrowRight aria-hidden="true" className="flip-rtl size-5" />
          </>
        )}
      </Button>
    </div>
  );
}
