import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/shared/ui/badge.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { brandQuery } from '../api/brand.ts';
import { Section } from '../components/section.tsx';
import { BrandForm } from './brand-form.tsx';

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
