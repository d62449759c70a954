import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The catalogue of announcement templates, shared by every company. */
export class CreateAnnouncementTemplates1763690400002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE announcement_template (
        id text COLLATE "C" CONSTRAINT announcement_template_pkey PRIMARY KEY,
        key text COLLATE "C" NOT NULL CONSTRAINT announcement_template_key_key UNIQUE,
        title jsonb NOT NULL,
        body jsonb,
        resume jsonb,
        category text,
        cover_image_url text,
        sort_order integer,
        enabled boolean NOT NULL,
        placeholders text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
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
