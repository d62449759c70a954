import type { DemoPlan } from './demo-plan.js';

const text = (defaultValue: string, en: string, de?: string): DemoPlan['title'] => ({
  defaultValue,
  langValues: { en, ...(de !== undefined && { de }) },
});

/** Plans of a hotel group whose people speak Spanish first. */
export const auroraPlans: readonly DemoPlan[] = [
  {
    title: text('Turnos más tranquilos', 'Calmer shifts', 'Ruhigere Schichten'),
    description: text(
      'Lo que prometimos tras la encuesta de primavera:\n- cuadrantes con dos semanas de antelación\n- descansos que se respetan',
      'What we promised after the spring survey:\n- rosters two weeks ahead\n- breaks that are kept',
    ),
    by: 'manager',
    daysAgo: 40,
    actions: [
      {
        title: text(
          'Publicar los cuadrantes con dos semanas',
          'Publish rosters two weeks ahead',
          'Dienstpläne zwei Wochen vorher',
        ),
        status: 'COMPLETED',
        focus: 'SCORE',
        target: 7.5,
        area: 'south',
        isForShiftWork: true,
        assignees: { manager: 'COMPLETED', other: 'COMPLETED' },
        dueIn: -10,
        notes: [
          { by: 'manager', text: 'Recepción y cocina ya lo hacen; falta pisos.' },
          { by: 'admin', text: 'Gran trabajo. ¿Lo contamos en la reunión del lunes?' },
        ],
      },
      {
        title: text('Hablar con cada equipo sobre los descansos', 'Talk to every team about breaks'),
        description: text('Media hora por equipo, sin diapositivas.', 'Half an hour per team, no slides.'),
        status: 'IN_PROGRESS',
        focus: 'SCORE',
        target: 8,
        area: 'south',
        group: 'nights',
        assignees: { manager: 'IN_PROGRESS', other: 'COMPLETED' },
        dueIn: 12,
        notes: [
          { by: 'manager', text: 'El turno de noche pide una sala propia.' },
          {
            by: 'manager',
            text: 'Preguntar a Lucía por el presupuesto antes de prometer nada.',
            isPrivate: true,
          },
        ],
      },
      {
        title: text('Probar una bolsa de horas', 'Try a bank of hours'),
        status: 'PENDING',
        source: 'SUGGESTION',
        focus: 'HI',
        target: 70,
        area: 'north',
        assignees: { other: 'PENDING' },
        dueIn: 45,
      },
    ],
  },
  {
    title: text('Bienvenida de verdad', 'A real welcome', 'Richtig ankommen'),
    description: text('Que nadie coma solo en su primera semana.', 'Nobody eats alone in their first week.'),
    by: 'admin',
    daysAgo: 25,
    actions: [
      {
        title: text(
          'Un padrino por cada persona nueva',
          'A buddy for every newcomer',
          'Eine Patin für jede neue Person',
        ),
        status: 'IN_PROGRESS',
        isCompanyWide: true,
        focus: 'ENPS',
        target: 30,
        area: 'headquarters',
        group: 'newcomers',
        assignees: { admin: 'IN_PROGRESS', manager: 'PENDING' },
        dueIn: 20,
        notes: [{ by: 'other', text: 'Me apunto como madrina en Lisboa.' }],
      },
      {
        title: text('Llamada a los 30 días', 'A call after 30 days'),
        status: 'PENDING',
        isCompanyWide: true,
        source: 'AI',
        focus: 'ENPS',
        target: 35,
        group: 'newcomers',
        assignees: { admin: 'PENDING' },
      },
    ],
  },
  {
    title: text('Dar las gracias más a menudo', 'Say thank you more often'),
    by: 'manager',
    daysAgo: 90,
    actions: [
      {
        title: text('Un minuto de reconocimiento en cada relevo', 'A minute of recognition at each handover'),
        status: 'COMPLETED',
        focus: 'SCORE',
        target: 8,
        area: 'north',
        assignees: { manager: 'COMPLETED' },
        notes: [{ by: 'manager', text: 'Ya es costumbre: 100 % de los relevos de mayo.' }],
      },
      {
        title: text('Tarjetas de agradecimiento impresas', 'Printed thank-you cards'),
        status: 'CANCELLED',
        focus: 'SCORE',
        target: 8,
        area: 'north',
        assignees: { other: 'CANCELLED' },
        notes: [{ by: 'admin', text: 'Mejor de palabra.' }],
      },
    ],
  },
  {
    title: text('Conversaciones de desarrollo', 'Talks about growth', 'Entwicklungsgespräche'),
    isPrivate: true,
    by: 'manager',
    daysAgo: 15,
    actions: [
      {
        title: text('Preparar mis seis conversaciones', 'Prepare my six talks'),
        status: 'IN_PROGRESS',
        focus: 'HI',
        target: 75,
        assignees: { manager: 'IN_PROGRESS' },
        dueIn: 7,
        notes: [{ by: 'manager', text: 'Empezar por Inês: quiere pasar a formación.', isPrivate: true }],
      },
    ],
  },
  {
    title: text('Presupuesto de bienestar', 'Budget for well-being'),
    isPrivate: true,
    by: 'admin',
    daysAgo: 10,
    actions: [
      {
        title: text('Comparar tres ofertas de fisioterapia', 'Compare three offers for physiotherapy'),
        status: 'EXPIRED',
        isCompanyWide: true,
        focus: 'HI',
        target: 72,
        area: 'headquarters',
        assignees: { admin: 'EXPIRED' },
        dueIn: -3,
      },
    ],
  },
  {
    title: text('Menos ruido en la cocina', 'Less noise in the kitchen'),
    daysAgo: 200,
    actions: [
      {
        title: text('Medir el ruido durante el servicio', 'Measure the noise during service'),
        status: 'EXPIRED',
        source: 'SUGGESTION',
        focus: 'HI',
        target: 68,
        area: 'south',
        assignees: {},
        dueIn: -100,
      },
    ],
  },
  {
    title: text('Idiomas en recepción', 'Languages at the front desk', 'Sprachen am Empfang'),
    by: 'admin',
    daysAgo: 5,
    actions: [
      {
        title: text(
          'Curso de alemán en horario de trabajo',
          'German lessons in working hours',
          'Deutschkurs in der Arbeitszeit',
        ),
        status: 'PENDING',
        source: 'AI',
        focus: 'SCORE',
        target: 7,
        area: 'north',
        assignees: { manager: 'PENDING', other: 'PENDING' },
        dueIn: 60,
      },
    ],
  },
  { title: text('Ideas para el próximo año', 'Ideas for next year'), by: 'manager', daysAgo: 1, actions: [] },
];
