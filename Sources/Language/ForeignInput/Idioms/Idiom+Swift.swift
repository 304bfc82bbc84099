import Syntax

/// Idioms from Swift.
extension Idiom {
  /// Methods that are operators or functions here.
  static let swiftMembers: [Idiom] = [
    Idiom("fetch|count NAME . where|filter ( VALUE ^REST )", "write `fetch {1} where {2} {3}`"),
    Idiom("fetch|count NAME . where|filter ^{ REST }", "write `fetch {1} where {2}`"),
    Idiom("PATH . contains ^( VALUE )", "write `{1} contains {2}`"),
    Idiom("PATH . contains ^( where : { REST }", "write `any({1} where {2})`"),
    Idiom("PATH . contains ^{ REST }", "write `any({1} where {2})`"),
    Idiom("PATH . contains ^(", "write `{1} contains …`"),
    Idiom("PATH . hasprefix ^( VALUE )", "write `{1} starts with {2}`"),
    Idiom("PATH . hasprefix ^(", "write `{1} starts with …`"),
    Idiom("PATH . starts ^( with : VALUE )", "write `{1} starts with {2}`"),
    Idiom("PATH . hassuffix ^( VALUE )", "write `{1} ends with {2}`"),
    Idiom("PATH . hassuffix ^(", "write `{1} ends with …`"),
    Idiom(
      "PATH . localizedstandardcontains|localizedcaseinsensitivecontains ^( VALUE )",
      "write `{1} ~ {2}`"
    ),
    Idiom(
      "PATH . localizedstandardcontains|localizedcaseinsensitivecontains ^(",
      "write `{1} ~ …`"
    ),
    Idiom("PATH . lowercased ^(", "write `lower({1})`"),
    Idiom("PATH . uppercased ^(", "write `upper({1})`"),
    Idiom("PATH . trimmingcharacters ^(", "write `trim({1})`"),
    Idiom("PATH . replacingoccurrences|replacing ^(", "write `replace({1}, old, new)`"),
    Idiom("PATH . rounded ^(", "write `round({1})`"),
    Idiom("PATH . allsatisfy ^{ REST }", "write `all({1} where {2})`"),
    Idiom("PATH . allsatisfy ^(", "write `all({1} where …)`"),
    Idiom("PATH . filter ^{ REST } . count", "write `count({1} where {2})`"),
    Idiom("PATH . filter ^{ REST } . isempty", "write `none({1} where {2})`"),
    Idiom("PATH . filter ^{ REST }", "write `any({1} where {2})` or `count({1} where {2})`"),
    Idiom("PATH . filter ^(", "write `any({1} where …)` or `count({1} where …)`"),
    Idiom("PATH . map|compactmap ^{ REST } . reduce", "write `sum({1}.{2})`"),
    Idiom(
      "PATH . map|compactmap ^{ REST } . min|max ( )",
      "write `min({1}.{2})` or `max({1}.{2})`"
    ),
    Idiom("PATH . map|compactmap ^{ REST }", "write `list({1}.{2})`, or `sum`, `max` … of it"),
    Idiom("PATH . reduce ^(", "write `sum({1}.…)`"),
    Idiom("PATH . sorted ^(", "use the `sort` clause: `sort name desc`"),
    Idiom("PATH . min|max|sum|avg|count ^(", "write the function first: `max({1})`"),
  ]

  /// Operators and keywords of Swift.
  static let swift: [Idiom] = [
    Idiom("PATH ^! .", "write `{1}?.…`, or replace nil with `??`"),
    Idiom(
      "NAME ^!",
      in: [.model, .extend, .struct],
      "omit `!`; attributes are required unless they have `?`"
    ),
    Idiom(
      "PATH ^! =|==|!=|)",
      "omit `!`; `{1} ?? …` replaces nil"
    ),
    Idiom("^? REST : REST", "write `if … then … else …`"),
    Idiom("^?", "write `if … then … else …`, or `??` to replace nil"),
    Idiom("^if", in: [.fetch, .count], "to filter, write `where …`"),
    Idiom("^if", "write `if … then … else …`"),
    Idiom("* ^* VALUE", "write `power(x, {1})`"),
    Idiom("* ^*", "write `power(x, y)`"),
    Idiom(
      "let NAME = ^VALUE",
      "`let` names a query: `let {1} = fetch …`; to name values, use `.params`"
    ),
  ]
}
