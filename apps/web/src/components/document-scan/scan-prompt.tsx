import { Camera, Images, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/cn.ts';
import { PictureButton } from './picture-button.tsx';

interface ScanPromptProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** The button's words; 'Processing...' replaces them while busy. */
  action: string;
  busy: boolean;
  onPicture: (file: File) => void;
  /** Fills the step of a wizard rather than standing beside a form. */
  large?: boolean;
  children?: ReactNode;
}

/** Asks for a picture of a document: the camera first, and on a phone a way to a picture taken before. */
export function ScanPrompt({
  icon: Icon,
  title,
  text,
  action,
  busy,
  onPicture,
  large = false,
  children,
}: ScanPromptProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would make the title a legend, which cannot be laid out.
    <div
      role="group"
      aria-labelledby={titleId}
      className={cn(
        'grid gap-4 rounded-card border border-line bg-surface p-4',
        large && 'justify-items-center gap-5 px-6 py-10 text-center sm:py-14',
      )}
    >
      <div
        className={cn(
          'flex gap-3 max-sm:items-center sm:items-start',
          large && 'flex-col gap-5 sm:items-center',
        )}
      >
        <span
          className={cn(
            'grid shrink-0 place-items-center rounded-control bg-primary-tint p-2.5 text-primary',
            large && 'rounded-bubble p-5',
          )}
        >
          <Icon aria-hidden="true" className={large ? 'size-12' : 'size-6'} strokeWidth={large ? 1.5 : 2} />
        </span>
        <div className={cn('min-w-0', large && 'max-w-sm')}>
          <p id={titleId} className={cn('font-semibold', large && 'text-lg')}>
            {title}
          </p>
          <p className={cn('mt-0.5 text-ink-soft', !large && 'text-sm max-sm:hidden')}>{text}</p>
        </div>
      </div>
      <div className={cn('flex gap-2', large && 'w-full max-w-xs flex-col gap-1')}>
        <PictureButton
          capture="environment"
          variant={large ? 'primary' : 'secondary'}
          size={large ? 'lg' : 'md'}
          busy={busy}
          onPicture={onPicture}
          className={large ? undefined : 'flex-1'}
        >
          {!busy && <Camera aria-hidden="true" className="size-5" />}
          {busy ? t('common.processing') : action}
        </PictureButton>
        {/* Asking for the camera leaves a phone no way to its pictures; a computer asks for a file either way. */}
        <PictureButton
          variant={large ? 'link' : 'secondary'}
          size={large ? 'inline' : 'icon'}
          aria-label={large ? undefined : t('scan.choosePicture')}
          disabled={busy}
          onPicture={onPicture}
          className="hidden pointer-coarse:inline-flex"
        >
          {large ? t('scan.choosePicture') : <Images aria-hidden="true" className="size-5" />}
        </PictureButton>
      </div>
      {children}
    </div>
  );
}
