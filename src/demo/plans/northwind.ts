import type { DemoPlan } from './demo-plan.js';

const text = (defaultValue: string, fr: string, it?: string): DemoPlan['title'] => ({
  defaultValue,
  langValues: { fr, ...(it !== undefined && { it }) },
});

/** Plans of a carrier whose people speak English first. */
export const northwindPlans: readonly DemoPlan[] = [
  {
    title: text('Safer loading docks', 'Des quais plus sûrs', 'Banchine più sicure'),
    description: text(
      'Three near misses in one quarter are three too many.\nNobody loads alone, nobody loads in a hurry.',
      'Trois presqu’accidents en un trimestre, c’est trois de trop.',
    ),
    by: 'manager',
    daysAgo: 35,
    actions: [
      {
        title: text(
          'Walk every dock with its crew',
          'Parcourir chaque quai avec son équipe',
          'Visitare ogni banchina con la squadra',
        ),
        status: 'COMPLETED',
        focus: 'SCORE',
        target: 8,
        area: 'north',
        isForShiftWork: true,
        assignees: { manager: 'COMPLETED', other: 'COMPLETED' },
        dueIn: -8,
        notes: [
          { by: 'other', text: 'Dock 4: the mirror is blind. Ordered a new one.' },
          { by: 'manager', text: 'Signed off with the crew on Friday.' },
        ],
      },
      {
        title: text('Two people at every lift', 'Deux personnes à chaque levage'),
        description: text('From 6 a.m. to 10 p.m.; nights follow.', 'De 6 h à 22 h ; la nuit suivra.'),
        status: 'IN_PROGRESS',
        focus: 'SCORE',
        target: 8.5,
        area: 'north',
        group: 'nights',
        assignees: { manager: 'IN_PROGRESS', other: 'PENDING' },
        dueIn: 14,
        notes: [{ by: 'manager', text: 'Two drivers object. Talk to them one by one.', isPrivate: true }],
      },
    ],
  },
  {
    title: text('Drivers who stay', 'Des chauffeurs qui restent', 'Autisti che restano'),
    by: 'admin',
    daysAgo: 60,
    actions: [
      {
        title: text('Ask those who left', 'Demander à ceux qui sont partis'),
        status: 'COMPLETED',
        isCompanyWide: true,
        focus: 'ENPS',
        target: 25,
        assignees: { admin: 'COMPLETED' },
        notes: [{ by: 'admin', text: '11 of 14 answered: routes first, pay second.' }],
      },
      {
        title: text(
          'Routes that end at home',
          'Des tournées qui finissent à la maison',
          'Percorsi che finiscono a casa',
        ),
        status: 'IN_PROGRESS',
        isCompanyWide: true,
        source: 'SUGGESTION',
        focus: 'ENPS',
        target: 30,
        area: 'south',
        assignees: { admin: 'IN_PROGRESS', manager: 'IN_PROGRESS', other: 'COMPLETED' },
        dueIn: 30,
      },
      {
        title: text('A bonus for the first year', 'Une prime pour la première année'),
        status: 'CANCELLED',
        isCompanyWide: true,
        focus: 'ENPS',
        target: 30,
        group: 'newcomers',
        assignees: { admin: 'CANCELLED' },
      },
    ],
  },
  {
    title: text('Breaks that are breaks', 'De vraies pauses'),
    by: 'manager',
    daysAgo: 20,
    actions: [
      {
        title: text(
          'A quiet room at the depot',
          'Une salle de repos au dépôt',
          'Una stanza tranquilla al deposito',
        ),
        status: 'PENDING',
        focus: 'HI',
        target: 70,
        area: 'south',
        isForShiftWork: true,
        assignees: { other: 'PENDING' },
        dueIn: 50,
        notes: [{ by: 'other', text: 'Facilities says 6 weeks & about 4,000 £.' }],
      },
    ],
  },
  {
    title: text('My own team days', 'Mes journées d’équipe'),
    isPrivate: true,
    by: 'manager',
    daysAgo: 12,
    actions: [
      {
        title: text('Find a date in June', 'Trouver une date en juin'),
        status: 'EXPIRED',
        focus: 'SCORE',
        target: 7.5,
        assignees: { manager: 'EXPIRED' },
        dueIn: -2,
      },
    ],
  },
  {
    title: text('Reorganising the night hub', 'Réorganiser le hub de nuit'),
    isPrivate: true,
    by: 'admin',
    daysAgo: 8,
    actions: [
      {
        title: text('Draft two rosters', 'Esquisser deux plannings'),
        status: 'IN_PROGRESS',
        focus: 'HI',
        target: 65,
        area: 'headquarters',
        group: 'nights',
        assignees: { admin: 'IN_PROGRESS' },
        dueIn: 9,
        notes: [{ by: 'admin', text: 'Not before the works council has seen it.', isPrivate: true }],
      },
    ],
  },
  {
    title: text('Better radios', 'De meilleures radios'),
    daysAgo: 300,
    actions: [
      {
        title: text('Test three models on the yard', 'Tester trois modèles dans la cour'),
        status: 'EXPIRED',
        focus: 'SCORE',
        target: 7,
        area: 'headquarters',
        assignees: {},
        dueIn: -200,
      },
    ],
  },
  {
    title: text('First week, first friend', 'Première semaine, premier ami', 'Prima settimana, primo amico'),
    by: 'admin',
    daysAgo: 4,
    actions: [
      {
        title: text('A buddy in every cab', 'Un parrain dans chaque cabine'),
        status: 'PENDING',
        source: 'AI',
        focus: 'ENPS',
        target: 28,
        group: 'newcomers',
        assignees: { manager: 'PENDING', other: 'PENDING' },
        dueIn: 40,
      },
    ],
  },
  {
    title: text('Notes for the autumn survey', 'Notes pour l’enquête d’automne'),
    by: 'manager',
    daysAgo: 2,
    actions: [],
  },
];
