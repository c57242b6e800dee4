import {
  type EntrancePass,
  type EntrancePassField,
  entrancePassFields,
  isEmptyPass,
  PASS_MESSAGES,
  passPictureProblem,
  type ScannedFields,
} from '@dragoman/domain/cards/document-scan';
import { useMutation } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSupabase } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { type ScanOutcome, scanEntrancePass } from './document-scans.ts';
import { ScanPrompt } from './scan-prompt.tsx';

interface EntrancePassScanProps {
  /** Called with the scanned values and the picture. */
  onRead: (fields: ScannedFields<EntrancePassField>, picture: Blob) => void;
  large?: boolean;
  children?: ReactNode;
}

/**
 * The entrance-pass block (specification 2.7, 5.4, 8.4): a picture of a pass or badge, and what the
 * machine read on it.
 */
export function EntrancePassScan({ onRead, large, children }: EntrancePassScanProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const scan = useMutation({
    mutationFn: (picture: File) => scanEntrancePass(supabase, picture),
    networkMode: 'always',
  });

  function fail(description: string) {
    toast.error(t('scan.pass.failedTitle'), { description });
  }

  /** The function's own words, in the reader's language where they are the specification's. */
  function reasonOf(message: string): string {
    const known: Record<string, string> = {
      [PASS_MESSAGES.tooLarge]: t('scan.pass.tooLarge'),
      [PASS_MESSAGES.noImage]: t('scan.pass.noImage'),
      [PASS_MESSAGES.nothingFound]: t('scan.pass.nothingFound'),
    };
    return known[message] ?? (message || t('scan.pass.notProcessed'));
  }

  function finish(outcome: ScanOutcome<EntrancePass>, picture: File) {
    if (outcome.kind === 'unreachable') return fail(t('scan.pass.failedText'));
    if (outcome.kind === 'refused') return fail(reasonOf(outcome.message));
    if (isEmptyPass(outcome.found)) return fail(t('scan.pass.nothingFound'));
    toast.success(t('scan.pass.doneTitle'), { description: t('scan.pass.doneText') });
    onRead(entrancePassFields(outcome.found), picture);
  }

  function start(picture: File) {
    const problem = passPictureProblem(picture);
    if (problem === 'too-large') return fail(t('scan.pass.tooLarge'));
    if (problem === 'no-image') return fail(t('scan.pass.noImage'));
    // A callback of this call alone, so that it does not run after the user has left the screen.
    scan.mutate(picture, { onSuccess: (outcome) => finish(outcome, picture) });
  }

  return (
    <ScanPrompt
      icon={IdCard}
      title={t('scan.pass.title')}
      text={t('scan.pass.text')}
      action={t('scan.pass.action')}
      busy={scan.isPending}
      onPicture={start}
      large={large ?? false}
    >
      {children}
    </ScanPrompt>
  );
}
