-- 200,000 rows, from which column images are made, whose few values keep these small.
CREATE TABLE A (n INTEGER NOT NULL);
WITH RECURSIVE rows(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM rows WHERE i < 200000) INSERT INTO A SELECT 3 FROM rows;
