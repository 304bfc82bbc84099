import Syntax

/// Habits in models, types and inserts.
extension Idiom {
  static let declarations: [Idiom] = [
    Idiom("var|let ^NAME : NAME", "omit `var` and `let`: `{1}: {2}`"),
    Idiom("var|let ^NAME", "omit `var` and `let`: `{1}: String`"),
    Idiom("^@ attribute ( . unique ) var|let NAME : NAME", "write `{1}: {2} unique`"),
    Idiom("^@ attribute", "put options after the type: `name: String unique`"),
    Idiom(
      "^@ relationship",
      "put options after the type: `expenses: [Expense] cascade inverse budget`"
    ),
    Idiom("^@ transient", "declare a computed attribute: `total = amount * quantity`"),
    Idiom("enum NAME ^: NAME", "enums have no raw type: `enum {1} { … }`"),
    Idiom("{ case ^NAME", in: [.enum], "omit `case`: `{ {1}, … }`"),
    Idiom("case ^NAME", in: [.enum], "omit `case`: `{1}`"),
    Idiom("NAME ^=", in: [.enum], "cases have no raw values; write `{1}`"),
  ]

  static let changes: [Idiom] = [
    Idiom(
      "} ^, {",
      in: [.insert],
      "put several records in brackets: `[{ … }, { … }]`"
    ),
    Idiom("^TEXT :", "omit the quotes: `{1}: …`"),
  ]
}
