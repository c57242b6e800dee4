import { parseBadgeCode } from '@dragoman/domain/cards/badge-code';
import { BADGE_SYMBOLOGIES } from '@dragoman/domain/cards/badge-symbologies';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { SAVED_CARDS_PATH, type ScannedBadge } from '@/entities/card/scan/badge-code-state.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { FORGET_INVALID_MS, type InvalidSight } from '../model/scan-decision.ts';
import { CameraView } from './camera-view.tsx';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { PictureButton } from './picture-button.tsx';
import { ScanControls } from './scan-controls.tsx';
import { useScanner } from './use-scanner.ts';

/**
 * Reads the code on a person's badge (docs/adr/0084): it opens a new card in the card box, filled
 * in with what the code says. Nothing is saved here, and no link in a code is followed.
 */
export function BadgeScanPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const video = useRef<HTMLVideoElement>(null);
  const sight = useRef<InvalidSight | null>(null);

  const scanner = useScanner(video, {
    symbologies: BADGE_SYMBOLOGIES,
    onCode(text) {
      if (parseBadgeCode(text).kind !== 'other') {
        const badge: ScannedBadge = { code: text, id: newId() };
        void navigate(SAVED_CARDS_PATH, { state: { badge }, replace: true });
        return false;
      }
      const now = Date.now();
      const known = sight.current?.text === text && now - sight.current.seenAt < FORGET_INVALID_MS;
      sight.current = { text, seenAt: now };
      if (!known) toast.error(t('badge.otherTitle'), { id: 'scan', description: t('badge.otherText') });
      return true;
    },
    onNothingCaptured: announceNothingFound,
    onFailure(failure) {
      toast.error(t('scanner.cameraErrorTitle'), { id: 'scan', description: t(FAILURE_TEXTS[failure]) });
    },
  });

  function announceNothingFound(): void {
    toast(t('badge.nothingTitle'), { id: 'scan', description: t('badge.nothingText') });
  }

  function takePicture(text: string): void {
    // Choosing a picture again repeats the check.
    sight.current = null;
    scanner.take(text);
  }

  return (
    <div className="mx-auto w-full max-w-lg">
      <PageHeading title={t('badge.title')} text={t('badge.text')} />
      <CameraView
        video={video}
        state={scanner.state}
        facing={scanner.facing}
        found={t('badge.found')}
        onCapture={scanner.capture}
      />
      <p className="mt-3 text-center text-ink-soft text-sm">{t('badge.hint')}</p>
      <ScanControls scanner={scanner} />
      <section aria-labelledby="scan-otherwise" className="mt-8 border-t pt-5">
        <h2 id="scan-otherwise" className="text-lg">
          {t('scanner.otherwise')}
        </h2>
        <PictureButton
          symbologies={BADGE_SYMBOLOGIES}
          prominent={scanner.state.kind === 'error'}
          onCode={takePicture}
          onNothing={announceNothingFound}
        />
      </section>
    </div>
  );
}
