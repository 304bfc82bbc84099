/// Hints for functions of SQL, Swift and NSPredicate.
enum ForeignFunctions {
  /// The hint for a function of another language.
  static func advice(for name: String) -> String? {
    let name = name.lowercased().filter { $0 != "_" }
    return rows.first { $0.names.contains(name) }?.advice
  }

  private static let rows: [(names: Set<String>, advice: String)] =
    texts + nils + numbers + dates + aggregates

  private static let texts: [(names: Set<String>, advice: String)] = [
    (["len", "strlen", "charlength", "characterlength", "size"], "write `length(name)`"),
    (["ucase", "uppercase", "uppercased", "toupper", "touppercase"], "write `upper(name)`"),
    (["lcase", "lowercase", "lowercased", "tolower", "tolowercase"], "write `lower(name)`"),
    (["ltrim", "rtrim", "btrim", "strip", "trimmed"], "write `trim(name)`, which trims both ends"),
    (["concat", "concatws", "textjoin"], "write `first + \" \" + last`"),
    (
      ["substr", "substring", "left", "right", "mid", "prefix", "suffix", "slice", "splitpart"],
      "test parts of a string with `starts with`, `ends with`, `like \"ab*\"` or `matches /…/`"
    ),
    (
      ["instr", "position", "locate", "charindex", "indexof", "strpos", "includes"],
      "write `name contains \"x\"`"
    ),
    (["contains"], "write `name contains \"x\"`, or `name ~ \"x\"` to ignore case and accents"),
    (["startswith", "hasprefix", "beginswith"], "write `name starts with \"x\"`"),
    (["endswith", "hassuffix"], "write `name ends with \"x\"`"),
    (["like", "glob", "ilike"], "write `name like \"V*ca?ion\"`, or `like[c]` to ignore case"),
    (
      ["regexp", "regexplike", "regexpmatches", "rlike", "similar", "matches"],
      "write `name matches /^V.*n$/`"
    ),
    (["regexpreplace", "translate"], "write `replace(text, old, new)`"),
    (
      ["localizedstandardcontains", "localizedcaseinsensitivecontains"],
      "write `name ~ \"x\"`"
    ),
    (["cast", "convert", "tostring", "str", "string", "char", "text", "format", "printf"], noCast),
    (["int", "integer", "double", "float", "decimal", "numeric", "tonumber", "val"], noCast),
  ]

  private static let noCast =
    "there are no conversions; Ints combine with Doubles, and string literals with dates and others"

  private static let nils: [(names: Set<String>, advice: String)] = [
    (["coalesce", "ifnull", "nvl", "firstnonnull"], "write `owner ?? \"nobody\"`"),
    (["isnull", "isnil"], "write `owner is nil`"),
    (["notnull", "isnotnull"], "write `owner is not nil`"),
    (["nullif"], "write `if a == b then nil else a`"),
    (["iif", "iff", "if", "case", "choose", "ternary"], "write `if a > b then a else b`"),
    (["isempty"], "write `name == \"\"`, or `count(expenses) == 0`"),
  ]

  private static let numbers: [(names: Set<String>, advice: String)] = [
    (["pow", "exponent"], "write `power(x, 2)`"),
    (["ceiling", "roundup"], "write `ceil(x)`"),
    (["trunc", "truncate", "fix", "rounddown"], "write `floor(x)`, or `ceil(x)` below zero"),
    (["mod", "modulus", "fmod"], "write `a % b`"),
    (["div"], "write `a / b`, which truncates for Ints"),
    (["sign", "sgn"], "write `if x < 0 then -1 else if x > 0 then 1 else 0`"),
    (["greatest"], "write `max(a, b)`"),
    (["least"], "write `min(a, b)`"),
    (["log", "ln", "log10", "log2", "exp"], "there are `sqrt` and `power`, but no logarithms"),
    (["random", "rand"], "there are no random numbers"),
  ]

  private static let dates: [(names: Set<String>, advice: String)] = [
    (["getdate", "currenttimestamp", "sysdate", "localtimestamp", "utcnow"], "write `now`"),
    (["currentdate", "curdate"], "write `today`"),
    (
      ["strftime", "datepart", "extract", "todate", "tochar", "dateformat", "datetrunc"],
      "use `year(date)`, `month(date)`, `day(date)`, `hour(date)`"
    ),
    (["dateadd", "adddate", "datesub", "datetime", "addmonths"], "write `date + 7 days`"),
    (["datediff", "julianday", "timediff", "dateinterval"], "write `days(from, to)`, or `a - b`"),
    (["makedate", "datefromparts", "dateof"], "write `date(2026, 3, 9)` or `2026-03-09`"),
    (["dayofweek", "dow"], "write `weekday(date)`; 1 is Sunday"),
    (["dayofmonth"], "write `day(date)`"),
    (["dayofyear"], "write `days(date(year(d), 1, 1), d) + 1`"),
    (["quarter"], "write `(month(date) + 2) / 3`"),
    (["week", "weekofyear"], "write `days(2026-01-01, date) / 7`"),
    (["second", "seconds"], "the smallest part of a date is its `minute`"),
  ]

  private static let aggregates: [(names: Set<String>, advice: String)] = [
    (["average", "mean"], "write `avg(expenses.amount)`"),
    (["total"], "write `sum(expenses.amount)`"),
    (["minimum"], "write `min(expenses.amount)`"),
    (["maximum"], "write `max(expenses.amount)`"),
    (["stdev", "stddevpop", "stddevsamp", "std"], "write `stddev(amount)`"),
    (
      ["groupconcat", "stringagg", "arrayagg", "jsongrouparray", "collect"],
      "write `list(expenses.name)`"
    ),
    (
      ["subquery", "exists", "some", "anytrue"],
      "write `any(expenses where amount > 10)` or `count(expenses where amount > 10)`"
    ),
    (["every", "allsatisfy"], "write `all(expenses where amount > 10)`"),
    (["filter", "where"], "write `count(expenses where amount > 10)`"),
    (["countdistinct"], "write `count(distinct owner)`"),
    (["countif", "sumif"], "write `count(expenses where amount > 10)`"),
    (["rownumber", "rank", "lag", "lead", "over"], "there are no window functions"),
  ]
}
