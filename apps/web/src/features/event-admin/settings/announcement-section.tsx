import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, textDirection } from '@dragoman/domain/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AnnouncementCard } from '@/entities/announcement/announcement-card.tsx';
import { type AnnouncementTexts, announcementText } from '@/shared/config/announcement-text.ts';
import { useFormDraft } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { type EventSettings, settingsQuery } from '../api/dashboard.ts';
import { ConflictNotice, Section } from '../components/section.tsx';
import { useAdminAction } from '../components/use-admin-action.ts';

/** The server's limit. */
const LONGEST = 300;

/** A banner for all users, in three languages. */
export function AnnouncementSection() {
  const { t } = useTranslation();
  const query = useQuery(settingsQuery(useQueryClient()));
  const isLive = query.data?.announcement.value != null;
  return (
    <Section
      id="announcement"
      title={t('organiser.announcement.title')}
      text={t('organiser.announcement.text')}
      badge={
        query.data && (
          <Badge tone={isLive ? 'success' : 'neutral'}>
            {t(isLive ? 'organiser.announcement.live' : 'organiser.announcement.none')}
          </Badge>
        )
      }
    >
      <QueryView
        query={query}
        loadingText={t('common.loading')}
        skeleton={<Skeleton className="h-56" />}
        isEmpty={() => false}
        empty={null}
      >
        {({ announcement }) => <AnnouncementForm key={announcement.revision} announcement={announcement} />}
      </QueryView>
    </Section>
  );
}

function AnnouncementForm({ announcement }: { announcement: EventSettings['announcement'] }) {
  const { t } = useTranslation();
  const { value, revision } = announcement;
  const { en = '', zh = '', ar = '' } = value ?? {};
  const form = useForm<AnnouncementTexts>({ defaultValues: { en, zh, ar } });
  const forgetDraft = useFormDraft(`organiser-announcement:${revision}`, form);
  const texts = useWatch({ control: form.control }) as AnnouncementTexts;
  const { run, busy, conflict, loadAgain } = useAdminAction(['settings']);
  const { errors } = form.formState;

  const publish = form.handleSubmit(async (written) => {
    if (LANGUAGES.every((language) => written[language].trim() === '')) {
      form.setError('en', { message: t('organiser.announcement.missing') }, { shouldFocus: true });
      return;
    }
    const done = await run('/settings/announcement', {
      method: 'PUT',
      body: { value: oneParagraph(written), seen: revision },
    });
    if (!done) return;
    forgetDraft();
    toast.success(t('organiser.announcement.published'));
  });

  async function takeDown() {
    const body = { value: null, seen: revision };
    if (!(await run('/settings/announcement', { method: 'PUT', body }))) return;
    forgetDraft();
    toast.success(t('organiser.announcement.removed'));
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void publish(event)}>
      <div className="grid gap-4 xl:grid-cols-3 xl:[&_label]:min-h-7">
        {LANGUAGES.map((language) => (
          <Field
            key={language}
            label={<bdi lang={LANGUAGE_TAGS[language]}>{LANGUAGE_NAMES[language]}</bdi>}
            hint={t('organiser.announcement.left', {
              shown: [...(texts[language] ?? '')].length,
              max: LONGEST,
            })}
            error={errors[language]?.message}
          >
            {(control) => (
              <TextArea
                {...control}
                className="min-h-24"
                lang={LANGUAGE_TAGS[language]}
                dir={textDirection(language)}
                {...form.register(language, {
                  validate: (text) =>
                    oneLine(text).length <= LONGEST ||
                    t('organiser.announcement.tooLong', { count: LONGEST }),
                })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="text-ink-soft text-xs">{t('organiser.announcement.hint')}</p>
      <Preview texts={oneParagraph(texts)} />
      {conflict && <ConflictNotice onLoadAgain={() => void loadAgain()} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {t(value ? 'organiser.announcement.publishAgain' : 'organiser.announcement.publish')}
        </Button>
        {value && (
          <Button variant="secondary" disabled={busy} onClick={() => void takeDown()}>
            {t('organiser.announcement.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** A preview in each language, one below the other. */
function Preview({ texts }: { texts: AnnouncementTexts }) {
  const { t } = useTranslation();
  if (!announcementText(texts, 'en')) return null;
  return (
    <div>
      <h3 className="mb-2 font-semibold text-sm">{t('organiser.announcement.preview')}</h3>
      <ul className="grid gap-2 rounded-control bg-sunken p-3">
        {LANGUAGES.map((language) => (
          <li key={language}>
            <AnnouncementCard announcement={texts} language={language} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function oneParagraph({ en = '', zh = '', ar = '' }: Partial<AnnouncementTexts>): AnnouncementTexts {
  return { en: oneLine(en), zh: oneLine(zh), ar: oneLine(ar) };
}

/** A banner is one paragraph; who presses Enter means a space. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
