import { Eye } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ContactCardDialog } from '@/entities/card/contact-card-dialog.tsx';
import { FieldValue } from '@/entities/sharing/field-value.tsx';
import type { Profile } from '@/shared/api/database-types.ts';
import { Button } from '@/shared/ui/button.tsx';

const FIELDS = [
  'name',
  'company',
  'designation',
  'email',
  'phone',
  'website',
  'linkedin',
  'whatsapp',
  'wechat',
] as const;

/** 'My Contact Information' (specification 2.11): the user's data as others receive it. */
export function ContactInformation({ profile, editPath }: { profile: Profile; editPath: string }) {
  const { t } = useTranslation();
  const titleId = useId();
  const [previewing, setPreviewing] = useState(false);
  return (
    <section aria-labelledby={titleId} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-lg">
          {t('overview.contactInformation')}
        </h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button
            variant="secondary"
            className="break-keep"
            aria-haspopup="dialog"
            onClick={() => setPreviewing(true)}
          >
            <Eye aria-hidden="true" className="size-4.5" />
            {t('overview.preview')}
          </Button>
          <Button asChild variant="secondary" className="break-keep">
            <Link to={editPath}>{t('overview.edit')}</Link>
          </Button>
        </div>
      </div>
      <ContactCardDialog
        person={profile}
        title={t('overview.previewTitle')}
        description={t('overview.previewText')}
        open={previewing}
        onOpenChange={setPreviewing}
      />
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {FIELDS.map((field) => (
          <div
            key={field}
            className="min-w-0 border-t py-3 xs:max-sm:grid xs:max-sm:grid-cols-[6.5rem_minmax(0,1fr)] xs:max-sm:items-baseline"
          >
            <dt className="text-ink-soft text-xs">{t(`profileForm.${field}`)}</dt>
            <dd className="wrap-anywhere">
              {profile[field] ? (
                <FieldValue field={field}>{profile[field]}</FieldValue>
              ) : (
                <span className="text-ink-soft">{t('overview.notGiven')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
