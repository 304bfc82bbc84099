import Syntax

/// Habits in models, types and inserts.
extension Habit {
  static let declarations: [Habit] = [
    Habit("var|let ^NAME : NAME", "omit `var` and `let`: `{1}: {2}`"),
    Habit("var|let ^NAME", "omit `var` and `let`: `{1}: String`"),
    Habit("^@ attribute ( . unique ) var|let NAME : NAME", "write `{1}: {2} unique`"),
    Habit("^@ attribute", "put options after the type: `name: String unique`"),
    Habit(
      "^@ relationship",
      "put options after the type: `expenses: [Expense] cascade inverse budget`"
    ),
    Habit("^@ transient", "declare a computed attribute: `total = amount * quantity`"),
    Habit("enum NAME ^: NAME", "enums have no raw type: `enum {1} { … }`"),
    Habit("{ case ^NAME", in: [.enum], "omit `case`: `{ {1}, … }`"),
    Habit("case ^NAME", in: [.enum], "omit `case`: `{1}`"),
    Habit("NAME ^=", in: [.enum], "cases have no raw values; write `{1}`"),
  ]

  static let changes: [Habit] = [
    Habit(
      "} ^, {",
      in: [.insert],
      "put several records in brackets: `[{ … }, { … }]`"
    ),
    Habit("^TEXT :", "omit the quotes: `{1}: …`"),
  ]
}
