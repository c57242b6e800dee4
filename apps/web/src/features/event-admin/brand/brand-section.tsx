import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type FieldPath, FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormDraft } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { EventAdminApiError, isSignedOut } from '../api/event-admin-api.ts';
import { EVENT_ADMIN_KEY } from '../api/session.ts';
import { ConflictNotice, Section } from '../components/section.tsx';
import { type BrandOnServer, brandQuery, saveBrand } from './brand.ts';
import { BrandColors } from './brand-colors.tsx';
import { type BrandForm as BrandValues, brandOf, formOf, placeProblem } from './brand-form.ts';
import { PictureField } from './picture-field.tsx';
import { SponsorFields } from './sponsor-fields.tsx';

/** The event's brand: it overrides `brand.json`, which stays the default (docs/adr/0014). */
export function BrandSection() {
  const { t } = useTranslation();
  const query = useQuery(brandQuery(useQueryClient()));
  const changed = (query.data?.changed.length ?? 0) > 0;
  return (
    <Section
      id="brand"
      title={t('organiser.brand.title')}
      text={t('organiser.brand.text')}
      badge={changed && <Badge tone="primary">{t('organiser.brand.changed')}</Badge>}
    >
      <QueryView
        query={query}
        loadingText={t('organiser.brand.loading')}
        skeleton={<Skeleton className="h-96" />}
        isEmpty={() => false}
        empty={null}
      >
        {(onServer) => <BrandForm key={onServer.revision} onServer={onServer} />}
      </QueryView>
    </Section>
  );
}

const EXAMPLE_COLOR = '#0b5c60';

/** Everything of the brand in one form; the server's errors are shown at their fields. */
function BrandForm({ onServer }: { onServer: BrandOnServer }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm<BrandValues>({ defaultValues: formOf(onServer.brand) });
  const forgetDraft = useFormDraft(`organiser-brand:${onServer.revision}`, form);
  const [refusal, setRefusal] = useState<'fields' | 'conflict' | null>(null);
  const { errors, isSubmitting } = form.formState;

  async function save(value: BrandValues | null) {
    setRefusal(null);
    try {
      await saveBrand(queryClient, value && brandOf(value, onServer.brand), onServer.revision);
      forgetDraft();
      toast.success(t(value ? 'organiser.saved' : 'organiser.brand.resetDone'));
    } catch (error) {
      if (isSignedOut(error)) return;
      const { code, problems } = error instanceof EventAdminApiError ? error : { code: '', problems: [] };
      if (code === 'conflict') return setRefusal('conflict');
      if (problems.length === 0) {
        toast.error(t('common.error'), { description: t('organiser.saveFailed') });
        return;
      }
      setRefusal('fields');
      problems.forEach((problem, index) => {
        const isEmpty = (field: string) => !String(form.getValues(field as FieldPath<BrandValues>)).trim();
        const { field, rule } = placeProblem(problem, isEmpty);
        const message = t(`organiser.brand.rules.${rule}`, { example: EXAMPLE_COLOR });
        form.setError(field as FieldPath<BrandValues>, { message }, { shouldFocus: index === 0 });
      });
    }
  }

  const text = (name: Exclude<FieldPath<BrandValues>, `sponsors${string}`>) => ({
    error: errors[name as keyof BrandValues]?.message as string | undefined,
    ...form.register(name),
  });

  return (
    <FormProvider {...form}>
      <form noValidate className="grid gap-8" onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <Group title={t('organiser.brand.identity')}>
          <TextField label={t('organiser.brand.name')} required dir="auto" {...text('name')} />
          <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
            <PictureField name="logo" label={t('organiser.brand.logo')} known={onServer.pictures} />
            <PictureField name="icon" label={t('organiser.brand.icon')} known={onServer.pictures} />
          </div>
        </Group>
        <Group title={t('organiser.brand.colors')}>
          <BrandColors />
        </Group>
        <Group title={t('organiser.brand.contact')}>
          <TextField label={t('organiser.brand.company')} dir="auto" {...text('company')} />
          <TextField label={t('organiser.brand.email')} type="email" dir="ltr" {...text('email')} />
          <TextField label={t('organiser.brand.phone')} type="tel" dir="ltr" {...text('phone')} />
          <TextField label={t('organiser.brand.whatsapp')} type="tel" dir="ltr" {...text('whatsapp')} />
          <TextField label={t('organiser.brand.website')} type="url" dir="ltr" {...text('website')} />
          <TextField label={t('organiser.brand.location')} dir="auto" {...text('location')} />
          <TextField label={t('organiser.brand.availability')} dir="auto" {...text('availability')} />
        </Group>
        <Group title={t('organiser.brand.footer')}>
          <TextField label={t('organiser.brand.footerCredit')} dir="auto" {...text('footerCredit')} />
          <TextField
            label={t('organiser.brand.copyrightYear')}
            inputMode="numeric"
            dir="ltr"
            {...text('copyrightYear')}
          />
        </Group>
        <SponsorFields known={onServer.pictures} />
        <div className="grid gap-3">
          {refusal === 'fields' && <Alert tone="danger">{t('organiser.checkFields')}</Alert>}
          {refusal === 'conflict' && (
            <ConflictNotice
              onLoadAgain={() => {
                forgetDraft();
                void queryClient.invalidateQueries({ queryKey: [EVENT_ADMIN_KEY, 'brand'] });
              }}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={isSubmitting}>
              {t(isSubmitting ? 'organiser.saving' : 'organiser.save')}
            </Button>
            {onServer.changed.length > 0 && (
              <Button variant="secondary" disabled={isSubmitting} onClick={() => void save(null)}>
                {t('organiser.brand.reset')}
              </Button>
            )}
          </div>
        </div>
      </form>
    </FormProvider>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{title}</legend>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
