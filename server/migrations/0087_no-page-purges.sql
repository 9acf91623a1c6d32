-- compatible from: 0087_no-page-purges.sql
DROP TABLE "page_purges";
