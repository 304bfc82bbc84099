import Syntax

/// What other languages write otherwise in models, types and inserts.
extension Habit {
  static let declarations: [Habit] = [
    Habit("var|let ^NAME : NAME", "leave `var` and `let` out: `{1}: {2}`"),
    Habit("var|let ^NAME", "leave `var` and `let` out: `{1}: String`"),
    Habit("^@ attribute ( . unique ) var|let NAME : NAME", "write `{1}: {2} unique`"),
    Habit("^@ attribute", "an attribute is marked behind its type: `name: String unique`"),
    Habit(
      "^@ relationship",
      "a relationship is marked behind its type: `expenses: [Expense] cascade inverse budget`"
    ),
    Habit("^@ transient", "what is not stored is computed: `total = amount * quantity`"),
    Habit("enum NAME ^: NAME", "an enum needs no raw type, its cases are texts: `enum {1} { … }`"),
    Habit("{ case ^NAME", in: [.enum], "leave `case` out: `{ {1}, … }`"),
    Habit("case ^NAME", in: [.enum], "leave `case` out: `{1}`"),
    Habit("NAME ^=", in: [.enum], "a case stands for its own name, `{1}`; it has no other value"),
  ]

  static let changes: [Habit] = [
    Habit(
      "} ^, {",
      in: [.insert],
      "several records stand in brackets: `[{ … }, { … }]`"
    ),
    Habit("insert NAME ^( NAME : REST )", "write `insert {1} { {2}: {3} }`"),
    Habit("^TEXT :", "the name stands without quotes: `{1}: …`"),
  ]
}
