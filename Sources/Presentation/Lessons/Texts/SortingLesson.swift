extension LessonTexts {
  static let sorting = #"""
    // lesson sorting: Sort keys, ties and the order of strings
    // `sort` takes several keys. A further key decides only where all before it are equal; records that tie in all keys
    // stand in the order of their identities. `desc` belongs to its key alone.
    //
    // nil sorts first, and with `desc` last; `nulls first` and `nulls last` say otherwise. Strings sort as people expect:
    // digits by value ("file 9" before "file 10"), é beside e, and case last. `using lexical` compares the numbers of
    // their Unicode scalars instead.
    //
    // task: Find the users with the first name Jane, by surname, and the oldest first among those who share one. Show
    // five of them.
    // hint: There are two keys, `surname` and `age`.
    // hint: Only one of them has `desc` behind it.
    // done: `trace` before such a fetch says for each row which key decided.
    // rows: in order
    fetch User where firstName == "Jane" sort surname, age desc limit 5
    // also: fetch User where firstName == "Jane" select surname as s, age sort s asc, age desc limit 5
    // wrong: fetch User where firstName == "Jane" sort surname, age limit 5
    // because: The youngest stands first among those who share a surname: `age` needs `desc`.
    // wrong: fetch User where firstName == "Jane" sort age desc, surname limit 5
    // because: The first key decides, and the second only where the first is equal: the surname comes first here.
    // wrong: fetch User where firstName == "Jane" sort surname desc, age desc limit 5
    // because: `desc` belongs to one key alone; the surnames ascend.

    // task: Sort the budgets by owner, those without an owner last, and those of one owner by name.
    // hint: nil sorts first unless the key says `nulls last`.
    // hint: Keys are parted by commas, and `nulls last` stands behind its own.
    // done: `sort owner desc` would put nil last too, and the owners the other way round.
    // rows: in order
    fetch Budget sort owner nulls last, name
    // also: fetch Budget sort owner is nil, owner, name
    // wrong: fetch Budget sort owner, name
    // because: Those without an owner stand first here, as nil sorts first: `nulls last` behind the key says otherwise.
    // wrong: fetch Budget sort owner nulls last
    // because: The budgets of one owner are not sorted by name yet: that is a second key.

    // task: Show the different surnames of the users, each once, in the order of their Unicode scalars.
    // hint: `distinct` is a clause of its own: each row is shown once.
    // hint: `using lexical` stands behind the sort key.
    // done: "van Dijk" and "Åberg" stand behind "Zeman" now: small letters have larger numbers than capitals, and
    // accented letters larger ones still.
    // rows: in order
    fetch User select surname distinct sort surname using lexical
    // wrong: fetch User select surname distinct sort surname
    // because: This is the order that people expect, with Å beside A. `using lexical` goes by Unicode scalars.
    // wrong: fetch User select surname sort surname using lexical
    // because: Each surname is to be shown once: `distinct`.
    """#
}
