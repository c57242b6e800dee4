import { ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarPath } from '@/shared/api/avatar-url.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { QUOTA_TEXTS, quotaOf } from '@/shared/api/quota.ts';
import type { Area } from '@/shared/browser/pictures.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { PictureButton } from '@/shared/ui/picture-button.tsx';
import { useSaveAvatar } from '../api/save-avatar.ts';
import { cutAvatar, openForCropping } from '../model/avatar-picture.ts';

// Loaded when the user first changes the picture.
const loadCropDialog = async () => (await import('./avatar-crop-dialog.tsx')).AvatarCropDialog;

/**
 * The time in which a removal can be undone; an ordinary toast goes before a slow reader has found
 * the button.
 */
const UNDO_MS = 10_000;

/**
 * The user's picture: choose or take one, cut it to a square, remove it. Saved at once, apart from
 * the form around it.
 */
export function AvatarField({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { save, removeOld } = useSaveAvatar(profile.user_id);
  const [picture, setPicture] = useState<Blob | null>(null);
  const AvatarCropDialog = useLazyComponent(picture !== null, loadCropDialog, () => setPicture(null));
  const hasPicture = avatarPath(profile.avatar_url) !== null;

  function fail(description: string) {
    toast.error(t('common.error'), { description });
  }

  async function open(file: File) {
    const opened = await openForCropping(file).catch(() => null);
    if (opened) setPicture(opened);
    else fail(t('avatar.unreadable'));
  }

  const cut = useSingleRun(async (area: Area) => {
    if (!picture) return;
    try {
      await save.mutateAsync(await cutAvatar(picture, area));
      setPicture(null);
      toast.success(t('common.success'), { description: t('avatar.saved') });
    } catch (error) {
      // The dialog stays, so that the picture can be sent again.
      const quota = quotaOf(error);
      fail(t(quota ? QUOTA_TEXTS[quota] : 'avatar.failed'));
    }
  });

  async function remove() {
    const before = profile.avatar_url;
    try {
      await save.mutateAsync(null);
    } catch {
      return fail(t('avatar.failed'));
    }
    // The file goes with the toast: until then the removal can be taken back.
    const finish = () => void removeOld();
    toast(t('avatar.removed'), {
      duration: UNDO_MS,
      action: {
        label: t('scan.undo'),
        onClick: () => save.mutate(before, { onError: () => fail(t('avatar.failed')) }),
      },
      onAutoClose: finish,
      onDismiss: finish,
    });
  }

  return (
    <section aria-label={t('avatar.title')} className="flex items-center gap-4 max-xs:flex-wrap">
      <Avatar name={profile.name} url={profile.avatar_url} className="size-20 text-lg" />
      <div className="min-w-0">
        <p className="text-ink-soft text-sm">{t('avatar.text')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <PictureButton variant="secondary" disabled={save.isPending} onPicture={(file) => void open(file)}>
            <ImageUp aria-hidden="true" className="size-5" />
            {hasPicture ? t('avatar.change') : t('avatar.choose')}
          </PictureButton>
          {hasPicture && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('avatar.remove')}
              disabled={save.isPending}
              onClick={() => void remove()}
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </Button>
          )}
        </div>
      </div>
      {picture && AvatarCropDialog && (
        <AvatarCropDialog
          picture={picture}
          saving={save.isPending}
          onCut={cut}
          onCancel={() => setPicture(null)}
        />
      )}
    </section>
  );
}
