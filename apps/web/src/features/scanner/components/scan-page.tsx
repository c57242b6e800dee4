import { joinPath } from '@dragoman/domain/routes';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { PageHeading } from '../../../components/page-heading.tsx';
import { decideScan, type InvalidSight } from '../model/scan-decision.ts';
import { CameraView } from './camera-view.tsx';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { ScanControls } from './scan-controls.tsx';
import { useScanner } from './use-scanner.ts';

/** The visitor's 'Scan QR Code' screen (spec section 2): a join link leads to its join page. */
export function ScanPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const video = useRef<HTMLVideoElement>(null);
  const sight = useRef<InvalidSight | null>(null);

  const scanner = useScanner(video, {
    onCode(text) {
      const result = decideScan(text, Date.now(), sight.current);
      sight.current = result.sight;
      if (result.decision.kind === 'join') {
        void navigate(joinPath(result.decision.sessionId));
        return false;
      }
      if (result.decision.tell) {
        toast.error(t('scanner.invalidTitle'), { id: 'scan', description: t('scanner.invalidText') });
      }
      return true;
    },
    onNothingCaptured() {
      toast(t('scanner.nothingTitle'), { id: 'scan', description: t('scanner.nothingText') });
    },
    onFailure(failure) {
      toast.error(t('scanner.cameraErrorTitle'), { id: 'scan', description: t(FAILURE_TEXTS[failure]) });
    },
  });

  return (
    <div className="mx-auto w-full max-w-lg">
      <PageHeading title={t('scanner.title')} text={t('scanner.text')} />
      <CameraView video={video} state={scanner.state} facing={scanner.facing} onCapture={scanner.capture} />
      <p className="mt-3 text-center text-ink-soft text-sm">{t('scanner.hint')}</p>
      <ScanControls scanner={scanner} />
    </div>
  );
}
