extension LessonTexts {
  static let strings = #"""
    // lesson strings: Strings and ~
    // `==` compares texts exactly, letter by letter. `~` asks whether a text contains another one and ignores case and
    // accents, as SwiftData's `localizedStandardContains` does; `=~` asks in the same way whether they are equal.
    //
    // `contains`, `starts with` and `ends with` are exact, unless `[c]` (case) or `[d]` (accents) stands behind them.
    // `like` compares the whole text with a pattern of `*` and `?`, `matches` looks for a regular expression.
    //
    // task: Find the budgets with "ca" somewhere in their names, whatever the case.
    // hint: The operator is `~`.
    // hint: A text stands in quotes: `name ~ "…"`.
    // done: `!~` is the opposite.
    fetch Budget where name ~ "ca"
    // also: fetch Budget where name contains[c] "CA"
    // also: fetch Budget where name matches /(?i)ca/
    // wrong: fetch Budget where name contains "ca"
    // because: "Car" is missing, as its C is a capital: this compares letter by letter.

    // task: Find the expenses with "cafe" in their names, with or without an accent on the e.
    // hint: Which operator ignores accents?
    // done: `contains[d]` ignores accents alone; `contains[cd]` and `~` ignore case too.
    fetch Expense where name ~ "cafe"
    // also: fetch Expense where name contains[d] "café"
    // wrong: fetch Expense where name contains[c] "cafe"
    // because: Those with é are missing: it is another letter than e, unless accents are ignored. `[c]` ignores case alone.

    // task: Find the budgets whose names begin with a capital S.
    // hint: `~` finds an s anywhere.
    // hint: One operator is called `starts with`.
    // done: `starts with "S"`, `like "S*"` and `matches /^S/` say the same.
    fetch Budget where name starts with "S"
    // also: fetch Budget where name like "S*"
    // also: fetch Budget where name matches /^S/
    // wrong: fetch Budget where name ~ "S"
    // because: Here an s is found anywhere in the name, be it large or small.

    // task: Find Zoë's budgets with a keyboard that has no ë: ask for "zoe".
    // hint: `==` is exact; another operator asks whether texts are equal but for case and accents.
    // done: `=~` compares the whole text, and `~` looks into it: `owner =~ "zo"` would find nothing.
    fetch Budget where owner =~ "zoe"
    // also: fetch Budget where owner ~ "zoe"
    // wrong: fetch Budget where owner == "zoe"
    // because: Nothing is found: there is no owner of whom just this would be true. `==` is exact, and "zoe" has neither the
    // capital nor the dots; `=~` ignores both, and compares the whole text.
    """#
}
