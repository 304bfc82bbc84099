import Syntax

/// Habits from Swift.
extension Habit {
  /// Methods that are operators or functions here.
  static let swiftMembers: [Habit] = [
    Habit("fetch|count NAME . where|filter ( VALUE ^REST )", "write `fetch {1} where {2} {3}`"),
    Habit("fetch|count NAME . where|filter ^{ REST }", "write `fetch {1} where {2}`"),
    Habit("PATH . contains ^( VALUE )", "write `{1} contains {2}`"),
    Habit("PATH . contains ^( where : { REST }", "write `any({1} where {2})`"),
    Habit("PATH . contains ^{ REST }", "write `any({1} where {2})`"),
    Habit("PATH . contains ^(", "write `{1} contains …`"),
    Habit("PATH . hasprefix ^( VALUE )", "write `{1} starts with {2}`"),
    Habit("PATH . hasprefix ^(", "write `{1} starts with …`"),
    Habit("PATH . starts ^( with : VALUE )", "write `{1} starts with {2}`"),
    Habit("PATH . hassuffix ^( VALUE )", "write `{1} ends with {2}`"),
    Habit("PATH . hassuffix ^(", "write `{1} ends with …`"),
    Habit(
      "PATH . localizedstandardcontains|localizedcaseinsensitivecontains ^( VALUE )",
      "write `{1} ~ {2}`"
    ),
    Habit(
      "PATH . localizedstandardcontains|localizedcaseinsensitivecontains ^(",
      "write `{1} ~ …`"
    ),
    Habit("PATH . lowercased ^(", "write `lower({1})`"),
    Habit("PATH . uppercased ^(", "write `upper({1})`"),
    Habit("PATH . trimmingcharacters ^(", "write `trim({1})`"),
    Habit("PATH . replacingoccurrences|replacing ^(", "write `replace({1}, old, new)`"),
    Habit("PATH . rounded ^(", "write `round({1})`"),
    Habit("PATH . allsatisfy ^{ REST }", "write `all({1} where {2})`"),
    Habit("PATH . allsatisfy ^(", "write `all({1} where …)`"),
    Habit("PATH . filter ^{ REST } . count", "write `count({1} where {2})`"),
    Habit("PATH . filter ^{ REST } . isempty", "write `none({1} where {2})`"),
    Habit("PATH . filter ^{ REST }", "write `any({1} where {2})` or `count({1} where {2})`"),
    Habit("PATH . filter ^(", "write `any({1} where …)` or `count({1} where …)`"),
    Habit("PATH . map|compactmap ^{ REST } . reduce", "write `sum({1}.{2})`"),
    Habit(
      "PATH . map|compactmap ^{ REST } . min|max ( )",
      "write `min({1}.{2})` or `max({1}.{2})`"
    ),
    Habit("PATH . map|compactmap ^{ REST }", "write `list({1}.{2})`, or `sum`, `max` … of it"),
    Habit("PATH . reduce ^(", "write `sum({1}.…)`"),
    Habit("PATH . sorted ^(", "use the `sort` clause: `sort name desc`"),
    Habit("PATH . min|max|sum|avg|count ^(", "write the function first: `max({1})`"),
  ]

  /// Operators and keywords of Swift.
  static let swift: [Habit] = [
    Habit("PATH ^! .", "write `{1}?.…`, or replace nil with `??`"),
    Habit(
      "NAME ^!",
      in: [.model, .extend, .struct],
      "omit `!`; attributes are required unless they have `?`"
    ),
    Habit(
      "PATH ^! =|==|!=|)",
      "omit `!`; `{1} ?? …` replaces nil"
    ),
    Habit("^? REST : REST", "write `if … then … else …`"),
    Habit("^?", "write `if … then … else …`, or `??` to replace nil"),
    Habit("^if", in: [.fetch, .count], "to filter, write `where …`"),
    Habit("^if", "write `if … then … else …`"),
    Habit("* ^* VALUE", "write `power(x, {1})`"),
    Habit("* ^*", "write `power(x, y)`"),
    Habit(
      "let NAME = ^VALUE",
      "`let` names a query: `let {1} = fetch …`; to name values, use `.params`"
    ),
  ]
}
