import type { EntrancePassField, ScannedFields } from '@dragoman/domain/cards/document-scan';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EntrancePassScan } from '@/entities/card/scan/entrance-pass-scan.tsx';
import type { WizardState } from '../model/wizard.ts';

interface VisitorPassStepProps {
  pass: WizardState['pass'];
  onRead: (fields: ScannedFields<EntrancePassField>, picture: Blob) => void;
}

/** The Scan Pass step: the camera first; skipping is as good. */
export function VisitorPassStep({ pass, onRead }: VisitorPassStepProps) {
  const { t } = useTranslation();
  return (
    <EntrancePassScan onRead={onRead} large>
      {/* Always mounted, so that screen readers announce its changes. */}
      <div role="status" className="min-h-6 text-sm">
        {pass === 'scanned' ? (
          <p className="flex animate-rise items-center gap-2 font-semibold text-success">
            <CircleCheck aria-hidden="true" className="size-5" />
            {t('visitorSetup.passScanned')}
          </p>
        ) : (
          <p className="text-ink-soft">{t('visitorSetup.passSkippable')}</p>
        )}
      </div>
    </EntrancePassScan>
  );
}
