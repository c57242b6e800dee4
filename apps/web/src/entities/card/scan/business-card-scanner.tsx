import {
  type BusinessCardField,
  businessCardFields,
  isImageType,
  type ScannedFields,
} from '@dragoman/domain/cards/document-scan';
import { useMutation } from '@tanstack/react-query';
import { ScanText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { scanBusinessCard } from './document-scans.ts';
import { ScanPrompt } from './scan-prompt.tsx';

interface BusinessCardScannerProps {
  /** Called with the scanned values and the picture. */
  onRead: (fields: ScannedFields<BusinessCardField>, picture: Blob) => void;
}

/**
 * The business card scanner (specification 2.6, 5.5, 8.4). The server's own words on a failure are
 * not shown.
 */
export function BusinessCardScanner({ onRead }: BusinessCardScannerProps) {
  const { t } = useTranslation();
  const { supabase, config } = useBackend();
  const scan = useMutation({
    mutationFn: (picture: File) => scanBusinessCard(supabase, picture),
    networkMode: 'always',
  });

  function fail() {
    toast.error(t('scan.card.failedTitle'), { description: t('scan.card.failedText') });
  }

  function start(picture: File) {
    if (!isImageType(picture.type)) return fail();
    scan.mutate(picture, {
      onSuccess: (outcome) => {
        if (outcome.kind !== 'read') return fail();
        toast.success(t('scan.card.doneTitle'), { description: t('scan.card.doneText') });
        onRead(businessCardFields(outcome.found, config.brand.website), picture);
      },
    });
  }

  return (
    <ScanPrompt
      icon={ScanText}
      title={t('scan.card.label')}
      text={t('scan.card.text')}
      action={t('scan.card.action')}
      busy={scan.isPending}
      onPicture={start}
    />
  );
}
