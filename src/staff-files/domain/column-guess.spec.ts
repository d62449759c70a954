import { guessProperties, guessProperty } from './column-guess.js';

describe('guessProperty', () => {
  it.each([
    ['Personal-Nr.', 'externalId'],
    ['Employee ID', 'externalId'],
    ['Número de empleado', 'externalId'],
    ['Matrícula', 'externalId'],
    ['E-Mail-Adresse', 'email'],
    ['Correo electrónico', 'email'],
    ['Nom complet', 'name'],
    ['Nome e cognome', 'name'],
    ['Función', undefined],
    ['Função', 'role'],
    ['ABTEILUNG', 'area'],
    ['Département', 'area'],
    ['Gruppen', 'groups'],
    ['Verantwortlich für', 'managedAreas'],
    ['Kündigungsdatum', 'endColumn'],
    ['Last working day', 'endColumn'],
    ['Schicht', 'profile.Schicht'],
    ['SITE', 'profile.Site'],
    ['Kostenstelle', undefined],
    ['***', undefined],
    ['constructor', undefined],
  ])('takes %j for %s', (header, property) => {
    expect(guessProperty(header, ['Schicht', 'Site'])).toBe(property);
  });
});

describe('guessProperties', () => {
  it('takes a word for the first name beside a last name, and for the whole name without one', () => {
    expect(guessProperties(['Nombre', 'Apellidos'], [])).toEqual(['nameColumns', 'nameColumns']);
    expect(guessProperties(['Vorname', 'Name', 'E-Mail'], [])).toEqual([
      ...['nameColumns', 'nameColumns', 'email'],
    ]);
    expect(guessProperties(['Nombre', 'Correo'], [])).toEqual(['name', 'email']);
  });
});
