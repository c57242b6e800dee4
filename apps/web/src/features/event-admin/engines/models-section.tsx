import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { Section } from '../components/section.tsx';
import { type InstalledModel, modelsQuery } from './installed-models.ts';
import { ModelItem } from './model-item.tsx';

/** Translation models on the server's own machine, which the server installs automatically. */
export function ModelsSection() {
  const { t } = useTranslation();
  return (
    <Section id="models" title={t('organiser.models.title')} text={t('organiser.models.text')}>
      <ModelList kind="translation" />
    </Section>
  );
}

/** Models for speech recognition on that machine, which an administrator switches on. */
export function SpeechSection() {
  const { t } = useTranslation();
  return (
    <Section id="speech" title={t('organiser.speech.title')} text={t('organiser.speech.text')}>
      <ModelList kind="speech" />
    </Section>
  );
}

function ModelList({ kind }: Pick<InstalledModel, 'kind'>) {
  const { t } = useTranslation();
  const query = useQuery({
    ...modelsQuery(useQueryClient()),
    select: (models) => models.filter((model) => model.kind === kind),
  });
  return (
    <QueryView
      query={query}
      loadingText={t('common.loading')}
      skeleton={<Skeleton className="h-48" />}
      isEmpty={(models) => models.length === 0}
      empty={
        <p className="text-ink-soft text-sm">
          {t(kind === 'speech' ? 'organiser.speech.none' : 'organiser.models.off')}
        </p>
      }
    >
      {(models) => (
        <ul className="divide-y rounded-control border">
          {models.map((model) => (
            <ModelItem key={model.id} model={model} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}
