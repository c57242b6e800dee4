import attributeFillers from './data/fillers/attribute.json' with { type: 'json' };
import channelFillers from './data/fillers/channel.json' with { type: 'json' };
import docFillers from './data/fillers/doc.json' with { type: 'json' };
import itemFillers from './data/fillers/item.json' with { type: 'json' };
import languageFillers from './data/fillers/language.json' with { type: 'json' };
import meansFillers from './data/fillers/means.json' with { type: 'json' };
import personFillers from './data/fillers/person.json' with { type: 'json' };
import placeFillers from './data/fillers/place.json' with { type: 'json' };
import thingFillers from './data/fillers/thing.json' with { type: 'json' };
import whenFillers from './data/fillers/when.json' with { type: 'json' };
import askForDocuments from './data/frames/ask-for-documents.json' with { type: 'json' };
import booth from './data/frames/booth.json' with { type: 'json' };
import boothQuestions from './data/frames/booth-questions.json' with { type: 'json' };
import company from './data/frames/company.json' with { type: 'json' };
import dealing from './data/frames/dealing.json' with { type: 'json' };
import deals from './data/frames/deals.json' with { type: 'json' };
import everyday from './data/frames/everyday.json' with { type: 'json' };
import goods from './data/frames/goods.json' with { type: 'json' };
import items from './data/frames/items.json' with { type: 'json' };
import more from './data/frames/more.json' with { type: 'json' };
import peopleAndContact from './data/frames/people-and-contact.json' with { type: 'json' };
import replies from './data/frames/replies.json' with { type: 'json' };
import talk from './data/frames/talk.json' with { type: 'json' };
import things from './data/frames/things.json' with { type: 'json' };
import agency from './data/phrases/agency.json' with { type: 'json' };
import certification from './data/phrases/certification.json' with { type: 'json' };
import contact from './data/phrases/contact.json' with { type: 'json' };
import conversation from './data/phrases/conversation.json' with { type: 'json' };
import courtesy from './data/phrases/courtesy.json' with { type: 'json' };
import customisation from './data/phrases/customisation.json' with { type: 'json' };
import exhibition from './data/phrases/exhibition.json' with { type: 'json' };
import factory from './data/phrases/factory.json' with { type: 'json' };
import followUp from './data/phrases/follow-up.json' with { type: 'json' };
import greeting from './data/phrases/greeting.json' with { type: 'json' };
import introduction from './data/phrases/introduction.json' with { type: 'json' };
import leadTime from './data/phrases/lead-time.json' with { type: 'json' };
import meeting from './data/phrases/meeting.json' with { type: 'json' };
import negotiation from './data/phrases/negotiation.json' with { type: 'json' };
import order from './data/phrases/order.json' with { type: 'json' };
import packaging from './data/phrases/packaging.json' with { type: 'json' };
import payment from './data/phrases/payment.json' with { type: 'json' };
import price from './data/phrases/price.json' with { type: 'json' };
import product from './data/phrases/product.json' with { type: 'json' };
import quality from './data/phrases/quality.json' with { type: 'json' };
import sample from './data/phrases/sample.json' with { type: 'json' };
import shipping from './data/phrases/shipping.json' with { type: 'json' };
import citiesTerms from './data/terms/cities.json' with { type: 'json' };
import coloursTerms from './data/terms/colours.json' with { type: 'json' };
import commerceTerms from './data/terms/commerce.json' with { type: 'json' };
import countriesTerms from './data/terms/countries.json' with { type: 'json' };
import documentsTerms from './data/terms/documents.json' with { type: 'json' };
import electronicsTerms from './data/terms/electronics.json' with { type: 'json' };
import foodTerms from './data/terms/food.json' with { type: 'json' };
import incotermsTerms from './data/terms/incoterms.json' with { type: 'json' };
import machineryTerms from './data/terms/machinery.json' with { type: 'json' };
import materialsTerms from './data/terms/materials.json' with { type: 'json' };
import monthsTerms from './data/terms/months.json' with { type: 'json' };
import packagingTerms from './data/terms/packaging.json' with { type: 'json' };
import paymentTerms from './data/terms/payment.json' with { type: 'json' };
import peopleTerms from './data/terms/people.json' with { type: 'json' };
import placesTerms from './data/terms/places.json' with { type: 'json' };
import productionTerms from './data/terms/production.json' with { type: 'json' };
import productsTerms from './data/terms/products.json' with { type: 'json' };
import qualitiesTerms from './data/terms/qualities.json' with { type: 'json' };
import shippingTerms from './data/terms/shipping.json' with { type: 'json' };
import textilesTerms from './data/terms/textiles.json' with { type: 'json' };
import timeTerms from './data/terms/time.json' with { type: 'json' };
import unitsTerms from './data/terms/units.json' with { type: 'json' };
import weekdaysTerms from './data/terms/weekdays.json' with { type: 'json' };
import type { Phrase, Term, TermGroup, Topic } from './phrase.ts';
import { createPhrasebook, type Phrasebook } from './phrasebook.ts';

/** Phrases by subject, in the order in which a talk at a booth usually goes. */
export const TOPICS: readonly Topic[] = [
  { id: 'greeting', phrases: greeting },
  { id: 'introduction', phrases: introduction },
  { id: 'conversation', phrases: conversation },
  { id: 'courtesy', phrases: courtesy },
  { id: 'product', phrases: product },
  { id: 'price', phrases: price },
  { id: 'negotiation', phrases: negotiation },
  { id: 'order', phrases: order },
  { id: 'sample', phrases: sample },
  { id: 'lead-time', phrases: leadTime },
  { id: 'shipping', phrases: shipping },
  { id: 'payment', phrases: payment },
  { id: 'certification', phrases: certification },
  { id: 'quality', phrases: quality },
  { id: 'customisation', phrases: customisation },
  { id: 'packaging', phrases: packaging },
  { id: 'agency', phrases: agency },
  { id: 'meeting', phrases: meeting },
  { id: 'contact', phrases: contact },
  { id: 'exhibition', phrases: exhibition },
  { id: 'factory', phrases: factory },
  { id: 'follow-up', phrases: followUp },
];

/** Terms by subject; those with a slot are also used in phrases: "Do you have {product}?" */
export const TERM_GROUPS: readonly TermGroup[] = [
  { id: 'materials', slot: 'product', terms: materialsTerms },
  { id: 'textiles', slot: 'product', terms: textilesTerms },
  { id: 'products', slot: 'product', terms: productsTerms },
  { id: 'electronics', slot: 'product', terms: electronicsTerms },
  { id: 'machinery', slot: 'product', terms: machineryTerms },
  { id: 'food', slot: 'product', terms: foodTerms },
  { id: 'countries', slot: 'country', terms: countriesTerms },
  { id: 'cities', slot: 'city', terms: citiesTerms },
  { id: 'weekdays', slot: 'weekday', terms: weekdaysTerms },
  { id: 'months', slot: 'month', terms: monthsTerms },
  { id: 'colours', slot: 'colour', terms: coloursTerms },
  { id: 'qualities', slot: 'quality', terms: qualitiesTerms },
  { id: 'commerce', slot: null, terms: commerceTerms },
  { id: 'payment', slot: null, terms: paymentTerms },
  { id: 'shipping', slot: null, terms: shippingTerms },
  { id: 'documents', slot: null, terms: documentsTerms },
  { id: 'incoterms', slot: null, terms: incotermsTerms },
  { id: 'packaging', slot: null, terms: packagingTerms },
  { id: 'units', slot: null, terms: unitsTerms },
  { id: 'people', slot: null, terms: peopleTerms },
  { id: 'places', slot: null, terms: placesTerms },
  { id: 'production', slot: null, terms: productionTerms },
  { id: 'time', slot: null, terms: timeTerms },
];

/**
 * Fillers used only in slots of phrases, with the articles and prepositions that they need there.
 */
const FILLERS: readonly TermGroup[] = [
  { id: 'item-fillers', slot: 'item', inPhrasesOnly: true, terms: itemFillers as Term[] },
  { id: 'doc-fillers', slot: 'doc', inPhrasesOnly: true, terms: docFillers },
  { id: 'when-fillers', slot: 'when', inPhrasesOnly: true, terms: whenFillers },
  { id: 'channel-fillers', slot: 'channel', inPhrasesOnly: true, terms: channelFillers },
  { id: 'place-fillers', slot: 'place', inPhrasesOnly: true, terms: placeFillers as Term[] },
  { id: 'person-fillers', slot: 'person', inPhrasesOnly: true, terms: personFillers },
  { id: 'means-fillers', slot: 'means', inPhrasesOnly: true, terms: meansFillers },
  { id: 'language-fillers', slot: 'language', inPhrasesOnly: true, terms: languageFillers },
  { id: 'attribute-fillers', slot: 'attribute', inPhrasesOnly: true, terms: attributeFillers },
  { id: 'thing-fillers', slot: 'thing', inPhrasesOnly: true, terms: thingFillers as Term[] },
];

/**
 * Phrases that are understood but not offered as quick phrases: sentences around arbitrary slot
 * values. A frame with the id of a topic's phrase adds wordings to that phrase.
 */
export const FRAMES: readonly Phrase[] = [
  ...askForDocuments,
  ...everyday,
  ...items,
  ...deals,
  ...more,
  ...peopleAndContact,
  ...talk,
  ...boothQuestions,
  ...replies,
  ...dealing,
  ...things,
  ...company,
  ...goods,
  ...booth,
];

/** @returns all phrases, each with all of its wordings. */
export function shippedPhrases(): Phrase[] {
  const phrases = new Map(TOPICS.flatMap((topic) => topic.phrases).map((phrase) => [phrase.id, phrase]));
  for (const { id, ...more } of FRAMES) {
    const known = phrases.get(id);
    phrases.set(id, {
      ...known,
      id,
      en: [...(known?.en ?? []), ...more.en],
      zh: [...(known?.zh ?? []), ...more.zh],
      ar: [...(known?.ar ?? []), ...more.ar],
    });
  }
  return [...phrases.values()];
}

let shipped: Phrasebook | undefined;

/**
 * @returns the phrasebook that ships with the product, the same one to every caller: its indexes
 * take half a second and some megabytes.
 */
export function shippedPhrasebook(): Phrasebook {
  shipped ??= createPhrasebook({ phrases: shippedPhrases(), terms: [...TERM_GROUPS, ...FILLERS] });
  return shipped;
}
