import Storage
import Testing

/// The SQL of requests, clause by clause.
@Suite struct TranslationTests {
  @Test(arguments: [
    TranslationCase(
      "fetch Budget where limit > 500",
      #"WHERE t0."limit" > {500.0}"#
    ),
    TranslationCase(
      "fetch Budget where name == 'Rent'",
      #"WHERE t0."name" = {'Rent'}"#
    ),
    TranslationCase(
      "fetch Budget where places == nil",
      #"WHERE t0."places" IS NULL"#
    ),
    TranslationCase(
      "fetch Budget where places != 3",
      #"WHERE t0."places" IS NOT {3}"#
    ),
    TranslationCase(
      "fetch Budget where not (places > 3)",
      #"WHERE (t0."places" > {3}) IS NOT TRUE"#
    ),
    TranslationCase(
      "fetch Budget where places > 2.5",
      #"WHERE t0."places" > {2.5}"#
    ),
    TranslationCase(
      "fetch Budget where 3 <= places",
      #"WHERE t0."places" >= {3}"#
    ),
    TranslationCase(
      "fetch Budget where places in [1, 2, nil]",
      #"WHERE t0."places" IN ({1}, {2}) OR t0."places" IS NULL"#
    ),
    TranslationCase(
      "fetch Budget where places not in [1, 2]",
      #"WHERE (t0."places" IN ({1}, {2})) IS NOT TRUE"#
    ),
    TranslationCase(
      "fetch Budget where places between 1 and 5",
      #"WHERE t0."places" >= {1} AND t0."places" <= {5}"#
    ),
    TranslationCase(
      "fetch Budget where places in 1..<5",
      #"WHERE t0."places" >= {1} AND t0."places" < {5}"#
    ),
    TranslationCase(
      "fetch Budget where isOpen",
      #"WHERE t0."isOpen" = {1}"#
    ),
    TranslationCase(
      "fetch Budget where not isOpen",
      #"WHERE (t0."isOpen" = {1}) IS NOT TRUE"#
    ),
    TranslationCase(
      "fetch Budget where isOpen or limit > 5 and places is nil",
      #"WHERE t0."isOpen" = {1} OR (t0."limit" > {5.0} AND t0."places" IS NULL)"#
    ),
    TranslationCase(
      "fetch Budget where not (isOpen and limit > 5)",
      #"WHERE (t0."isOpen" = {1}) IS NOT TRUE OR (t0."limit" > {5.0}) IS NOT TRUE"#
    ),
    TranslationCase(
      "fetch Budget where created > 2026-01-01",
      #"WHERE t0."created" > {1767225600000000}"#
    ),
    TranslationCase(
      "fetch Budget where created > now - 7 days",
      #"WHERE t0."created" > {1699395200000000}"#
    ),
    TranslationCase(
      "fetch Budget where owner == name",
      #"WHERE t0."owner" IS t0."name""#
    ),
    TranslationCase(
      "fetch Budget where owner != name",
      #"WHERE t0."owner" IS NOT t0."name""#
    ),
    TranslationCase(
      "fetch Budget where owner < 'M'",
      #"WHERE t0."owner" < {'M'}"#
    ),
    TranslationCase(
      "fetch Budget where (owner ?? 'nobody') == 'nobody'",
      #"WHERE coalesce(t0."owner", {'nobody'}) = {'nobody'}"#
    ),
    TranslationCase(
      "fetch Budget where (if isOpen then limit else 0.0) > 5",
      #"WHERE CASE WHEN t0."isOpen" = {1} THEN t0."limit" ELSE {0.0} END > {5.0}"#
    ),
    TranslationCase(
      "fetch Budget where limit * 2 > 10 and (limit > 5) == isOpen",
      #"WHERE (t0."limit" * {2.0}) > {10.0} AND ((t0."limit" > {5.0}) IS TRUE) IS t0."isOpen""#
    ),
    TranslationCase(
      "fetch Budget where code == uuid '00000000-0000-4000-8000-00000000000a'",
      #"WHERE t0."code" = {'00000000-0000-4000-8000-00000000000A'}"#
    ),
  ])
  func values(_ one: TranslationCase) throws { try check(one, isTrusted: true) }

  @Test(arguments: [
    TranslationCase(
      "fetch Budget where name contains 'a'",
      #"WHERE instr(t0."name", {'a'}) > 0"#
    ),
    TranslationCase(
      "fetch Budget where name starts with 'Re'",
      #"WHERE t0."name" >= {'Re'} AND t0."name" < {'Rf'}"#
    ),
    TranslationCase(
      "fetch Budget where name ends with 'nt'",
      #"WHERE substr(t0."name", {-2}) = {'nt'}"#
    ),
    TranslationCase(
      "fetch Budget where name contains owner",
      #"WHERE instr(t0."name", t0."owner") > 0"#
    ),
    TranslationCase(
      "fetch Budget where name not contains 'a'",
      #"WHERE (instr(t0."name", {'a'}) > 0) IS NOT TRUE"#
    ),
    TranslationCase(
      "fetch Budget where name ~ 'Zoë 5%'",
      #"WHERE t0."name" LIKE {'%zoe 5\%%'} ESCAPE '\' OR length(CAST(t0."name" AS BLOB)) > length(t0."name")"#,
      .inexact
    ),
    TranslationCase(
      "fetch Budget where name =~ '東'",
      #"WHERE length(CAST(t0."name" AS BLOB)) > length(t0."name")"#,
      .inexact
    ),
    TranslationCase(
      "fetch Budget where name starts with[c] 're' or limit > 5",
      #"WHERE t0."name" LIKE {'re%'} ESCAPE '\' OR length(CAST(t0."name" AS BLOB)) > length(t0."name") OR t0."limit" > {5.0}"#,
      .inexact
    ),
    TranslationCase("fetch Budget where name !~ 'vac'", nil),
    TranslationCase("fetch Budget where name like 'V*'", nil),
    TranslationCase("fetch Budget where name matches /V/", nil),
  ])
  func texts(_ one: TranslationCase) throws { try check(one, isTrusted: true) }

  @Test(arguments: [
    TranslationCase(
      "fetch Expense where budget.name == 'Rent'",
      #"LEFT JOIN "Budget" AS t1 ON t1."id" = t0."budget" WHERE t1."name" = {'Rent'}"#
    ),
    TranslationCase(
      "fetch Expense where budget.name != 'Rent' and budget.limit > 5",
      #"LEFT JOIN "Budget" AS t1 ON t1."id" = t0."budget" WHERE t1."name" IS NOT {'Rent'} AND t1."limit" > {5.0}"#
    ),
    TranslationCase(
      "fetch Expense where budget is nil",
      #"WHERE t0."budget" IS NULL"#
    ),
    TranslationCase(
      "fetch Expense where budget == Budget#3",
      #"WHERE t0."budget" = {3}"#
    ),
    TranslationCase(
      "fetch Expense where budget in [Budget#3, nil]",
      #"WHERE t0."budget" IN ({3}) OR t0."budget" IS NULL"#
    ),
    TranslationCase(
      "fetch Expense where budget in (Budget where limit > 5)",
      #"WHERE t0."budget" IN (SELECT t1."id" FROM "Budget" AS t1 WHERE t1."limit" > {5.0})"#
    ),
    TranslationCase(
      "fetch Expense where budget not in (Budget where any tags.name == 'a')",
      #"WHERE (t0."budget" IN (SELECT t1."id" FROM "Budget" AS t1 WHERE EXISTS (SELECT 1 FROM "Budget_tags" AS t3 JOIN "Tag" AS t2 ON t2."id" = t3."tag" WHERE t1."id" = t3."budget" AND t2."name" = {'a'}))) IS NOT TRUE"#
    ),
    TranslationCase(
      "fetch Budget where any expenses.amount > 180",
      #"WHERE EXISTS (SELECT 1 FROM "Expense" AS t1 WHERE t0."id" = t1."budget" AND t1."amount" > {180.0})"#
    ),
    TranslationCase(
      "fetch Budget where all(expenses where amount > 180)",
      #"WHERE NOT EXISTS (SELECT 1 FROM "Expense" AS t1 WHERE t0."id" = t1."budget" AND (t1."amount" > {180.0}) IS NOT TRUE)"#
    ),
    TranslationCase(
      "fetch Budget where none tags.name == 'a'",
      #"WHERE NOT EXISTS (SELECT 1 FROM "Budget_tags" AS t2 JOIN "Tag" AS t1 ON t1."id" = t2."tag" WHERE t0."id" = t2."budget" AND t1."name" = {'a'})"#
    ),
    TranslationCase(
      "fetch Budget where count(expenses) > 0",
      #"WHERE EXISTS (SELECT 1 FROM "Expense" AS t1 WHERE t0."id" = t1."budget")"#
    ),
    TranslationCase(
      "fetch Budget where count(expenses where amount > 100) > 1",
      #"WHERE (SELECT count(*) FROM "Expense" AS t1 WHERE t0."id" = t1."budget" AND t1."amount" > {100.0}) > {1}"#
    ),
    TranslationCase(
      "fetch Budget where max(expenses.amount) > limit",
      #"WHERE (SELECT max(t1."amount") FROM "Expense" AS t1 WHERE t0."id" = t1."budget") > t0."limit""#
    ),
    TranslationCase(
      "fetch Expense where any(budget.tags where name == 'a')",
      #"LEFT JOIN "Budget" AS t1 ON t1."id" = t0."budget" WHERE EXISTS (SELECT 1 FROM "Budget_tags" AS t3 JOIN "Tag" AS t2 ON t2."id" = t3."tag" WHERE t1."id" = t3."budget" AND t2."name" = {'a'})"#
    ),
    TranslationCase(
      "fetch Tag where any budgets.expenses.amount > 5",
      #"WHERE EXISTS (SELECT 1 FROM "Budget_tags" AS t2 JOIN "Budget" AS t1 ON t1."id" = t2."budget" JOIN "Expense" AS t3 ON t1."id" = t3."budget" WHERE t0."id" = t2."tag" AND t3."amount" > {5.0})"#
    ),
  ])
  func relationships(_ one: TranslationCase) throws { try check(one, isTrusted: true) }

  @Test(arguments: [
    TranslationCase("fetch Budget where sum(expenses.quantity) > 5", nil),
    TranslationCase("fetch Budget where sum(expenses.amount) > 5", nil),
    TranslationCase("fetch Budget where price > decimal '5'", nil),
    TranslationCase("fetch Budget where places + 1 > 5", nil),
    TranslationCase("fetch Budget where length(name) > 5", nil),
    TranslationCase("fetch Budget where upper(name) == 'A'", nil),
    TranslationCase("fetch Budget where 'a' in words", nil),
    TranslationCase("fetch Budget where year(created) == 2026", nil),
    TranslationCase("fetch Budget sort name", nil),
  ])
  func partsExecutedByTheEngine(_ one: TranslationCase) throws { try check(one, isTrusted: true) }

  @Test(arguments: [
    TranslationCase(
      "fetch Budget where limit > 5 sort places desc limit 3 offset 2",
      #"WHERE t0."limit" > {5.0} ORDER BY t0."places" DESC, t0."id" LIMIT {3} OFFSET {2}"#
    ),
    TranslationCase(
      "fetch Budget sort places nulls last, created desc nulls first",
      #"ORDER BY t0."places" NULLS LAST, t0."created" DESC NULLS FIRST, t0."id""#
    ),
    TranslationCase(
      "fetch Budget sort name using lexical limit 1",
      #"ORDER BY t0."name", t0."id" LIMIT {1}"#
    ),
    TranslationCase(
      "fetch Expense sort budget.limit desc",
      #"LEFT JOIN "Budget" AS t1 ON t1."id" = t0."budget" ORDER BY t1."limit" DESC, t0."id""#
    ),
    TranslationCase(
      "fetch Budget limit 5",
      #"LIMIT {5}"#
    ),
    TranslationCase(
      "fetch Budget where name ~ 'a' limit 5",
      #"WHERE t0."name" LIKE {'%a%'} ESCAPE '\' OR length(CAST(t0."name" AS BLOB)) > length(t0."name")"#,
      .inexact
    ),
  ])
  func orders(_ one: TranslationCase) throws { try check(one, isTrusted: true) }

  /// Columns that may hold values of other types, which read as nil.
  @Test(arguments: [
    TranslationCase(
      "fetch Budget where limit > 500",
      #"WHERE t0."limit" > {500.0} AND typeof(t0."limit") IN ('real', 'integer') AND t0."limit" = CAST(t0."limit" AS REAL)"#
    ),
    TranslationCase(
      "fetch Budget where name == 'Rent'",
      #"WHERE t0."name" = {'Rent'} COLLATE BINARY AND typeof(t0."name") = 'text'"#
    ),
    TranslationCase(
      "fetch Budget where name > '5'",
      #"WHERE CASE WHEN typeof(t0."name") = 'text' THEN t0."name" END > {'5'}"#
    ),
    TranslationCase(
      "fetch Budget where name in ['a', 'b']",
      #"WHERE t0."name" COLLATE BINARY IN ({'a'}, {'b'}) AND typeof(t0."name") = 'text'"#
    ),
    TranslationCase(
      "fetch Budget where places is nil",
      #"WHERE NOT (typeof(t0."places") = 'integer')"#
    ),
    TranslationCase(
      "fetch Budget where places != 3",
      #"WHERE CASE WHEN typeof(t0."places") = 'integer' THEN t0."places" END IS NOT {3}"#
    ),
    TranslationCase(
      "fetch Budget where isOpen",
      #"WHERE t0."isOpen" = {1} AND typeof(t0."isOpen") = 'integer' AND t0."isOpen" IN (0, 1)"#
    ),
    TranslationCase(
      "fetch Budget where name starts with 'Re'",
      #"WHERE t0."name" >= {'Re'} COLLATE BINARY AND typeof(t0."name") = 'text' AND t0."name" < {'Rf'} COLLATE BINARY AND typeof(t0."name") = 'text'"#
    ),
    TranslationCase("fetch Budget where name ends with 'nt'", nil),
    TranslationCase("fetch Budget where code == uuid '00000000-0000-4000-8000-00000000000a'", nil),
    TranslationCase(
      "fetch Budget sort places",
      #"ORDER BY CASE WHEN typeof(t0."places") = 'integer' THEN t0."places" END, t0."id""#
    ),
  ])
  func columnsOfOtherModels(_ one: TranslationCase) throws { try check(one, isTrusted: false) }

  private func check(_ one: TranslationCase, isTrusted: Bool) throws {
    let tables = try BudgetTables(isTrusted: isTrusted)
    let translation = try tables.translation(of: one.request)
    #expect(translation.sql == one.sql)
    #expect(translation.answers.allSatisfy { $0 == one.answer })
  }
}
