import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ContactTextField } from '@/entities/card/fields/contact-text-field.tsx';
import { BusinessCardScanner } from '@/entities/card/scan/business-card-scanner.tsx';
import { ScannedPicture } from '@/entities/card/scan/scanned-picture.tsx';
import type { ScanFill } from '@/entities/card/scan/use-scan-fill.ts';
import type { VisitorSetupForm } from '../model/form-values.ts';

const REQUIRED = ['name', 'company'] as const;
const OPTIONAL = ['designation', 'phone', 'whatsapp', 'wechat', 'website', 'linkedin'] as const;

interface VisitorDetailsStepProps {
  form: UseFormReturn<VisitorSetupForm>;
  scan: ScanFill;
}

/** The Details step: name and company, which are required, and what makes the card complete. */
export function VisitorDetailsStep({ form, scan }: VisitorDetailsStepProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-8">
      <ScannedPicture scan={scan} />
      <div className="grid gap-5 sm:grid-cols-2">
        {REQUIRED.map((name) => (
          <ContactTextField key={name} form={form} name={name} required marks={scan} />
        ))}
      </div>
      <BusinessCardScanner onRead={scan.fill} />
      <fieldset className="grid gap-5 border-t pt-6 sm:grid-cols-2">
        <legend className="sr-only">{t('profileForm.sectionReach')}</legend>
        {OPTIONAL.map((name) => (
          <ContactTextField key={name} form={form} name={name} required={false} marks={scan} />
        ))}
      </fieldset>
    </div>
  );
}
