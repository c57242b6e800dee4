import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { WIZARD_STEPS, wizardProgress } from '../model/wizard.ts';

/** The three steps and how far one is; nothing to press. */
export function WizardProgress({ step }: { step: number }) {
  const { t } = useTranslation();
  const names = WIZARD_STEPS.map((name) => t(`visitorSetup.step.${name}`));
  return (
    <div className="mb-6">
      <div
        role="progressbar"
        aria-label={t('visitorSetup.title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(wizardProgress(step) * 100)}
        aria-valuetext={t('visitorSetup.progress', {
          step: step + 1,
          count: names.length,
          name: names[step],
        })}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-primary transition-[inline-size] duration-200 ease-out"
          style={{ inlineSize: `${wizardProgress(step) * 100}%` }}
        />
      </div>
      <ol className="mt-2 flex flex-wrap justify-between gap-2 text-sm">
        {names.map((name, index) => (
          <li
            key={name}
            aria-current={index === step ? 'step' : undefined}
            className={cn(
              'flex items-center gap-1 font-semibold',
              index === step ? 'text-primary' : 'text-ink-soft',
            )}
          >
            {index < step && <Check aria-hidden="true" className="size-4 text-success" />}
            {name}
          </li>
        ))}
      </ol>
    </div>
  );
}
