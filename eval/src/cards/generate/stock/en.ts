import { companies, type Halves, list, pairs } from './stock.ts';

/** People of many countries with cards in English. */
export const ENGLISH: Halves = {
  tuning: {
    given: pairs(
      'Eleanor; Marcus; Tamsin; Gareth; Ingrid; Mateo; Chidi; Yolanda; Pieter; Rosalind; Vikram; Noor; Fergus; Beatriz; Anders; Delphine',
    ),
    family: pairs(
      "Ashworth; Delacroix; Nakamura; Obi; van der Meer; Castellano; O'Rourke; Sundaram; Kowalczyk; Hargreaves; Mbeki; Falk; de Souza; Pemberton; Ito; Al Farsi",
    ),
    companies: companies(
      'Harbourline Freight Ltd|harbourlinefreight.co.uk; Copper & Pine Furniture Inc.|copperandpine.com; Tessera Ceramics S.r.l.|tesseraceramics.it; Quillon Software GmbH|quillon.de; ' +
        'Redwood Optics|redwoodoptics.com; Maple Ridge Foods Inc.|mapleridgefoods.ca; Solstice Energy Partners|solstice-energy.com; Brightwater Pumps Pty Ltd|brightwaterpumps.com.au; ' +
        'Kestrel Aerospace plc|kestrelaero.co.uk; Oasis Palm Trading FZE|oasispalm.ae; Verdant Packaging B.V.|verdantpack.nl; Lumen & Co|lumenandco.com; Ardent Capital Advisors|ardentcapital.com; ' +
        'Monsoon Textiles Pvt Ltd|monsoontextiles.in; Polarbyte|polarbyte.io',
    ),
    titles: pairs(
      'Head of Procurement; Senior Buyer; Managing Partner; Key Account Manager; Chief Technology Officer; Product Designer; VP Sales EMEA; Operations Supervisor; Co-Founder & CEO; Supply Chain Analyst; Marketing Director; Field Service Engineer; Export Coordinator; Research Scientist',
    ),
    addresses: list(
      '14 Wharf Lane, Bristol BS1 4QA; Unit 7, Tannery Road, Leeds LS9 8AB; 2201 Juniper Street, Suite 410, Portland, OR 97205; Keizersgracht 88, 1015 CS Amsterdam; Level 9, 120 Collins Street, Melbourne VIC 3000; P.O. Box 40217, Dubai, UAE',
    ),
    slogans: list(
      'Moving what matters; Made to last; Light, well made; Since 1987; Engineering tomorrow; ; ; ',
    ),
    events: pairs(
      'Nordic Build Expo 2026; Food & Drink Fair London; Smart Factory Summit; International Lighting Congress 2026; AgriTech World 2026',
    ),
  },
  unseen: {
    given: pairs(
      'Imogen; Desmond; Annika; Rafael; Keziah; Tobias; Shirin; Callum; Leticia; Hendrik; Meera; Winston; Odile; Santiago; Bronwyn; Nadia',
    ),
    family: pairs(
      'Fairweather; Lombardi; Takahashi; Nwosu; von Hagen; Villanueva; McAllister; Krishnan; Szymanski; Thornbury; Dlamini; Bergström; dos Santos; Winterbourne; Mori; Al Balushi',
    ),
    companies: companies(
      'Saltmarsh Shipping Ltd|saltmarshshipping.co.uk; Fern & Feather Interiors Inc.|fernandfeather.com; Marmora Stone S.p.A.|marmorastone.it; Nebelwerk Robotics GmbH|nebelwerk.de; ' +
        'Bluejay Instruments|bluejayinstruments.com; Prairie Gold Grains Inc.|prairiegold.ca; Meridian Solar Holdings|meridiansolar.com; Coral Coast Valves Pty Ltd|coralcoastvalves.com.au; ' +
        'Peregrine Avionics plc|peregrineavionics.co.uk; Silver Dune Exports FZCO|silverdune.ae; Tulip Cold Chain B.V.|tulipcoldchain.nl; Hart & Daughters|hartanddaughters.com; Cobalt Ventures|cobaltventures.com; ' +
        'Banyan Spices Pvt Ltd|banyanspices.in; Glowstack|glowstack.io',
    ),
    titles: pairs(
      'Category Manager; Director of Partnerships; General Counsel; Business Development Executive; Chief Financial Officer; Interior Architect; Regional Director MENA; Quality Inspector; Founder; Data Scientist; Communications Manager; Application Engineer; Import Manager; Sales Representative',
    ),
    addresses: list(
      '3 Cooper Yard, Norwich NR3 1AU; Unit 22, Foundry Park, Sheffield S3 8EN; 508 Larkspur Avenue, Floor 3, Austin, TX 78704; Prinsenlaan 12, 3066 KA Rotterdam; Level 4, 77 Eagle Street, Brisbane QLD 4000; Office 1807, Marina Plaza Tower, Dubai, UAE',
    ),
    slogans: list(
      'Carried with care; Grown slowly; Precision, delivered; Established 1964; Better by design; ; ; ',
    ),
    events: pairs(
      'Baltic Timber Fair 2026; World Hospitality Show Dubai; Clean Water Conference; Global Toy Expo 2026; Future Mobility Forum',
    ),
  },
};
