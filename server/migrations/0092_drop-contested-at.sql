-- compatible from: 0087_no-page-purges.sql
ALTER TABLE "users" DROP COLUMN "contested_at";