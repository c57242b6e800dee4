import { isImageType } from '@dragoman/domain/cards/document-scan';
import { PencilLine, ScanLine, ScanText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BADGE_SCAN_PATH } from '@/entities/card/scan/badge-code-state.ts';
import { smallPicture } from '@/entities/card/scan/document-scans.ts';
import { ScanPrompt } from '@/entities/card/scan/scan-prompt.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import type { ScanOutbox, ScanOutboxState } from '../model/scan-outbox.ts';

interface ScanCardProps {
  queue: ScanOutbox;
  state: ScanOutboxState;
  /** Whose cards are scanned, as soon as it is known. */
  boothId: string | undefined;
  /** The card that was scanned last, here and now, has been read. */
  onRead: (id: string) => void;
  onByHand: () => void;
}

/**
 * Asks for a picture of a card, and reports the result like the business card scanner
 * (specification 8.4).
 */
export function ScanCard({ queue, state, boothId, onRead, onByHand }: ScanCardProps) {
  const { t } = useTranslation();
  const [preparing, setPreparing] = useState(false);
  const [started, setStarted] = useState<string | null>(null);
  const told = useRef<string | null>(null);
  const scan = state.scans.find(({ id }) => id === started);

  useEffect(() => {
    if (!scan || told.current === scan.id) return;
    if (scan.state.kind === 'read') {
      told.current = scan.id;
      toast.success(t('scan.card.doneTitle'), { description: t('scan.card.doneText') });
      onRead(scan.id);
    } else if (scan.state.kind === 'unread') {
      told.current = scan.id;
      toast.error(t('scan.card.failedTitle'), { description: t('scan.card.failedText') });
    }
  }, [scan, onRead, t]);

  async function start(picture: File): Promise<void> {
    setPreparing(true);
    const small = isImageType(picture.type) ? await smallPicture(picture) : null;
    setPreparing(false);
    if (!small)
      return void toast.error(t('scan.card.failedTitle'), { description: t('scan.card.failedText') });
    const added = await queue.add(small, boothId);
    if (!added) return void toast.error(t('cardBox.fullTitle'), { description: t('cardBox.fullText') });
    told.current = null;
    setStarted(added.id);
  }

  const busy = preparing || (scan !== undefined && state.readingId === scan.id);
  return (
    <div className="grid gap-1">
      <ScanPrompt
        icon={ScanText}
        title={t('scan.card.label')}
        text={t('cardBox.scanText')}
        action={t('scan.card.action')}
        busy={busy}
        onPicture={(picture) => void start(picture)}
      />
      <div className="flex flex-wrap gap-x-6">
        <Button variant="link" size="inline" asChild>
          <Link to={BADGE_SCAN_PATH} relative="route">
            <ScanLine aria-hidden="true" className="size-4" />
            {t('badge.title')}
          </Link>
        </Button>
        <Button variant="link" size="inline" onClick={onByHand}>
          <PencilLine aria-hidden="true" className="size-4" />
          {t('cardBox.byHand')}
        </Button>
      </div>
    </div>
  );
}
