import type { Product } from '@dragoman/domain/catalogue';
import { useTranslation } from 'react-i18next';

/** Price and minimum quantity of a product, as its booth wrote them (specification 3.8). */
export function ProductTerms({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { price, minimum_quantity: minimum } = product;
  if (!price && !minimum) return null;
  return (
    <dl className="my-0.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      {price && <Term name={t('catalogue.price')} text={price} />}
      {minimum && <Term name={t('catalogue.minimum')} text={minimum} />}
    </dl>
  );
}

function Term({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">
        <bdi className="font-semibold">{text}</bdi>
      </dd>
    </>
  );
}
