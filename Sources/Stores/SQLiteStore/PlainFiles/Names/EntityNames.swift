import Model

/// The names of entities by those of tables, which differ by more than case.
///
/// A table keeps its name where that is a word of the language and none of its types; else its words
/// are joined, and a number follows where the result is taken.
enum EntityNames {
  static func names(of tables: [String]) -> [String] {
    let words = tables.map { table in
      let word = PlainName.word(table, fallback: "table")
      return ValueType.scalarsByName.contains { $0.name == word } ? word + "Table" : word
    }
    var taken = DistinctNames()
    var names: [String?] = zip(tables, words).map { table, word in
      table == word && taken.claim(word) ? word : nil
    }
    for place in names.indices where names[place] == nil {
      names[place] = taken.claim(firstOf: [words[place]])
    }
    return names.map { $0 ?? "table" }
  }
}
