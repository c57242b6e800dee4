import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/query-view.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { modelsQuery } from '../api/models.ts';
import { ModelItem } from './model-item.tsx';
import { Section } from './section.tsx';

/** The models of the engines on the server's own machine, and how far their installation is. */
export function ModelsSection() {
  const { t } = useTranslation();
  const query = useQuery(modelsQuery(useQueryClient()));
  return (
    <Section id="models" title={t('organiser.models.title')} text={t('organiser.models.text')}>
      <QueryView
        query={query}
        loadingText={t('common.loading')}
        skeleton={<Skeleton className="h-48" />}
        isEmpty={(models) => models.length === 0}
        empty={<p className="text-ink-soft text-sm">{t('organiser.models.off')}</p>}
      >
        {(models) => (
          <ul className="divide-y rounded-control border">
            {models.map((model) => (
              <ModelItem key={model.id} model={model} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
