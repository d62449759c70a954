import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The catalogue that all companies share. The document is the template as the API answers it (ADR 16). */
export class CreateAnnouncementTemplates1763690400002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE announcement_template (
        id text COLLATE "C" CONSTRAINT announcement_template_pkey PRIMARY KEY,
        key text COLLATE "C" NOT NULL CONSTRAINT announcement_template_key_key UNIQUE,
        document json NOT NULL
      )`);
    await runner.query(`INSERT INTO revision (topic) VALUES ('announcement-templates')`);
    await runner.query(`
      CREATE TRIGGER announcement_template_moves_revision
        AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON announcement_template
        FOR EACH STATEMENT EXECUTE FUNCTION move_revision('announcement-templates')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE announcement_template');
    await runner.query(`DELETE FROM revision WHERE topic = 'announcement-templates'`);
  }
}
