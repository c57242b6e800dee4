import { type JoinTarget, targetPath } from '@dragoman/domain/join-target';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FaceToFaceLink } from '@/entities/chat/face-to-face-link.tsx';
import { isInAppBrowser } from '@/shared/browser/in-app-browser.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { OpenInBrowser } from '@/shared/ui/open-in-browser.tsx';
import type { CameraState } from '../model/camera-state.ts';
import { decideScan, type InvalidSight } from '../model/scan-decision.ts';
import { CameraView } from './camera-view.tsx';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { LinkForm } from './link-form.tsx';
import { PictureButton } from './picture-button.tsx';
import { ScanControls } from './scan-controls.tsx';
import { useScanner } from './use-scanner.ts';

/** A constant, so that the camera's loop sees one list. */
const JOIN_CODES = ['QRCode'] as const;

/**
 * The visitor's 'Scan QR Code' screen (specification 2.16): a join link leads to its join page.
 * Where no camera will do, a picture of the code or the link itself does.
 */
export function ScanPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const video = useRef<HTMLVideoElement>(null);
  const sight = useRef<InvalidSight | null>(null);

  const scanner = useScanner(video, {
    symbologies: JOIN_CODES,
    onCode(text) {
      const result = decideScan(text, Date.now(), sight.current);
      sight.current = result.sight;
      if (result.decision.kind === 'join') {
        openJoinPage(result.decision.target);
        return false;
      }
      if (result.decision.tell) {
        toast.error(t('scanner.invalidTitle'), { id: 'scan', description: t('scanner.invalidText') });
      }
      return true;
    },
    onNothingCaptured: announceNothingFound,
    onFailure(failure) {
      toast.error(t('scanner.cameraErrorTitle'), { id: 'scan', description: t(FAILURE_TEXTS[failure]) });
    },
  });

  function openJoinPage(target: JoinTarget): void {
    void navigate(targetPath(target));
  }

  function announceNothingFound(): void {
    toast(t('scanner.nothingTitle'), { id: 'scan', description: t('scanner.nothingText') });
  }

  function takePicture(text: string): void {
    // Choosing a picture again repeats the check.
    sight.current = null;
    scanner.take(text);
  }

  return (
    <div className="mx-auto w-full max-w-lg">
      <PageHeading title={t('scanner.title')} text={t('scanner.text')} />
      <CameraView
        video={video}
        state={scanner.state}
        facing={scanner.facing}
        found={t('scanner.found')}
        onCapture={scanner.capture}
      />
      <p className="mt-3 text-center text-ink-soft text-sm">{t('scanner.hint')}</p>
      <ScanControls scanner={scanner} />
      <section aria-labelledby="scan-otherwise" className="mt-8 border-t pt-5">
        <h2 id="scan-otherwise" className="text-lg">
          {t('scanner.otherwise')}
        </h2>
        <PictureButton
          symbologies={JOIN_CODES}
          prominent={scanner.state.kind === 'error'}
          onCode={takePicture}
          onNothing={announceNothingFound}
        />
        <LinkForm onTarget={openJoinPage} />
        {wantsOtherBrowser(scanner.state) && <OpenInBrowser className="mt-3" />}
      </section>
      <FaceToFaceLink className="mt-8" />
    </div>
  );
}

/** Whether the camera failed for a reason that another browser on the same phone may not have. */
function wantsOtherBrowser(state: CameraState): boolean {
  return state.kind === 'error' && (state.failure === 'unsupported' || isInAppBrowser());
}
