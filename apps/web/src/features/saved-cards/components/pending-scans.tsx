import { CircleCheck, CircleX, CloudOff, FileImage } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReachability } from '@/shared/api/reachability.ts';
import { useObjectUrl } from '@/shared/hooks/use-object-url.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Spinner } from '@/shared/ui/status/spinner.tsx';
import type { PendingScan } from '../model/pending-scan.ts';
import type { ScanOutbox, ScanOutboxState } from '../model/scan-outbox.ts';

interface PendingScansProps {
  queue: ScanOutbox;
  state: ScanOutboxState;
  onOpen: (id: string) => void;
}

/**
 * Pictures that are not yet cards: waiting for the network, being read, to be checked, or not
 * readable.
 */
export function PendingScans({ queue, state, onOpen }: PendingScansProps) {
  const { t } = useTranslation();
  if (state.scans.length === 0) return null;

  function discard(scan: PendingScan) {
    void queue.remove(scan.id);
    toast(t('cardBox.discarded'), {
      action: { label: t('scan.undo'), onClick: () => void queue.putBack(scan) },
    });
  }

  return (
    <section aria-label={t('cardBox.waitingTitle')} className="grid grid-cols-1 gap-2">
      <h2 className="font-semibold text-sm">{t('cardBox.waitingTitle')}</h2>
      <ul className="grid grid-cols-1 gap-2">
        {state.scans.map((scan) => (
          <ScanRow
            key={scan.id}
            scan={scan}
            reading={state.readingId === scan.id}
            onOpen={() => onOpen(scan.id)}
            onRetry={() => void queue.retry(scan.id)}
            onDiscard={() => discard(scan)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ScanRowProps {
  scan: PendingScan;
  reading: boolean;
  onOpen: () => void;
  onRetry: () => void;
  onDiscard: () => void;
}

function ScanRow({ scan, reading, onOpen, onRetry, onDiscard }: ScanRowProps) {
  const { t } = useTranslation();
  const { kind } = scan.state;
  // With a network it is the next one's turn, or the server is asked again.
  const online = useReachability() === 'online';
  return (
    <li className="grid animate-rise grid-cols-1 gap-2 rounded-card border bg-surface p-3">
      <div className="flex items-center gap-3 max-xs:flex-wrap">
        <Thumbnail picture={scan.picture} />
        <div role="status" className="min-w-0">
          {kind === 'read' ? (
            <p className="flex items-center gap-2 font-semibold text-sm text-success">
              <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
              {t('cardBox.read')}
            </p>
          ) : kind === 'unread' ? (
            <p className="flex items-center gap-2 font-semibold text-danger text-sm">
              <CircleX aria-hidden="true" className="size-4.5 shrink-0" />
              {t('cardBox.unread')}
            </p>
          ) : reading || online ? (
            <p className="flex items-center gap-2 text-ink-soft text-sm">
              <Spinner className="size-4" />
              {t('common.processing')}
            </p>
          ) : (
            <p className="flex items-center gap-2 text-ink-soft text-sm">
              <CloudOff aria-hidden="true" className="size-4.5 shrink-0" />
              {t('cardBox.waiting')}
            </p>
          )}
          {kind === 'read' && scan.state.fields.found.name && (
            <p className="wrap-anywhere text-ink-soft text-sm">
              <bdi>{scan.state.fields.found.name}</bdi>
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {kind === 'read' ? (
          <Button variant="primary" className="flex-1" onClick={onOpen}>
            {t('cardBox.check')}
          </Button>
        ) : (
          <Button variant="secondary" className="flex-1" onClick={onOpen}>
            {t('cardBox.fillByHand')}
          </Button>
        )}
        {kind === 'unread' && (
          <Button variant="secondary" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
        <Button variant="ghost" onClick={onDiscard}>
          {t('cardBox.discard')}
        </Button>
      </div>
    </li>
  );
}

function Thumbnail({ picture }: { picture: Blob }) {
  const url = useObjectUrl(picture);
  const [unreadable, setUnreadable] = useState(false);
  return (
    <span className="grid h-12 w-18 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-ink-soft">
      {url && !unreadable ? (
        <img src={url} alt="" onError={() => setUnreadable(true)} className="size-full object-cover" />
      ) : (
        <FileImage aria-hidden="true" className="size-6" />
      )}
    </span>
  );
}
