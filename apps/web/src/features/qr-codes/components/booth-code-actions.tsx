import { Copy, Pause, Play, RefreshCw, Share2, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoothCode, Profile } from '@/shared/api/database-types.ts';
import { copyText } from '@/shared/browser/copy-text.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { AddressText } from '@/shared/ui/address-text.tsx';
import { Button } from '@/shared/ui/button.tsx';
import type { BoothCodeAct, useBoothCodeAct } from '../api/booth-codes.ts';
import { boothLink } from '../api/booth-files.ts';

interface BoothCodeActionsProps {
  code: BoothCode;
  vendor: Profile;
  act: ReturnType<typeof useBoothCodeAct>;
  onDeleted: () => void;
}

/** Actions that make printed posters useless need a confirmation. */
type Question = 'rotate' | 'delete';

/** The actions on a booth code in use: share its link, pause, replace, delete. */
export function BoothCodeActions({ code, vendor, act, onDeleted }: BoothCodeActionsProps) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  const link = boothLink(code.code);
  const paused = code.paused_at !== null;

  async function copy() {
    if (await copyText(link)) toast.success(t('qr.copied'));
    else toast.error(t('qr.copyFailed'));
  }

  async function share() {
    try {
      await navigator.share({
        title: t('qr.shareTitle', { name: vendor.name ?? '' }),
        text: code.label,
        url: link,
      });
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof Error && error.name === 'AbortError') return;
      await copy();
    }
  }

  const carryOut = useSingleRun(async (wanted: BoothCodeAct, done: string) => {
    try {
      await act.mutateAsync(wanted);
    } catch {
      toast.error(t('common.error'), { description: t('boothCodes.saveFailed') });
      return;
    }
    setQuestion(null);
    toast.success(done);
    if (wanted.kind === 'delete') onDeleted();
  });

  const { id } = code;
  return (
    <section aria-labelledby="booth-use" className="mt-6 border-line border-t pt-5">
      <h3 id="booth-use" className="mb-1 font-semibold">
        {t('boothCodes.use')}
      </h3>
      <p className="mb-3 text-ink-soft text-sm">
        <AddressText>{link}</AddressText>
      </p>
      <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4.5" />
          {t('qr.copy')}
        </Button>
        {'share' in navigator && (
          <Button variant="secondary" onClick={() => void share()}>
            <Share2 aria-hidden="true" className="size-4.5" />
            {t('qr.share')}
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={act.isPending}
          onClick={() =>
            void carryOut(
              { kind: 'pause', id, paused: !paused },
              t(paused ? 'boothCodes.resumedToast' : 'boothCodes.pausedToast'),
            )
          }
        >
          {paused ? (
            <Play aria-hidden="true" className="size-4.5" />
          ) : (
            <Pause aria-hidden="true" className="size-4.5" />
          )}
          {t(paused ? 'boothCodes.resume' : 'boothCodes.pause')}
        </Button>
        <Button
          variant="secondary"
          aria-expanded={question === 'rotate'}
          onClick={() => setQuestion('rotate')}
        >
          <RefreshCw aria-hidden="true" className="size-4.5" />
          {t('boothCodes.rotate')}
        </Button>
        <Button
          variant="secondary"
          aria-expanded={question === 'delete'}
          onClick={() => setQuestion('delete')}
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
          {t('boothCodes.delete')}
        </Button>
      </div>
      {question && (
        <Confirm
          key={question}
          question={question}
          busy={act.isPending}
          onConfirm={() =>
            void carryOut(
              { kind: question, id },
              t(question === 'rotate' ? 'boothCodes.rotated' : 'boothCodes.deleted'),
            )
          }
          onCancel={() => setQuestion(null)}
        />
      )}
    </section>
  );
}

interface ConfirmProps {
  question: Question;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Takes the focus, so that it is visible and announced, and returns it at its end. */
function Confirm({ question, busy, onConfirm, onCancel }: ConfirmProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLFieldSetElement>(null);
  const textId = useId();
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <fieldset
      ref={box}
      aria-labelledby={textId}
      tabIndex={-1}
      className="mt-3 grid scroll-mb-6 gap-3 rounded-control border border-danger/30 bg-danger-tint p-4"
    >
      <p id={textId} className="text-sm">
        {t(question === 'rotate' ? 'boothCodes.rotateText' : 'boothCodes.deleteText')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {t(question === 'rotate' ? 'boothCodes.rotateNow' : 'boothCodes.deleteNow')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('boothCodes.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}
