import Model

/// The names of entities by those of tables. They differ by more than case, unless the database
/// has tables whose names do not.
///
/// A table keeps its name if that is a word of the language and not one of its types. Otherwise,
/// its words are joined, and a number is appended if the result is taken.
package enum EntityNames {
  package static func names(of tables: [String], distinguishesCase: Bool = false) -> [String] {
    let words = tables.map { table in
      let word = PlainName.word(table, fallback: "table")
      return ValueType.scalarsByName.contains { $0.name == word } ? word + "Table" : word
    }
    var taken = DistinctNames(distinguishesCase: distinguishesCase)
    var names: [String?] = zip(tables, words).map { table, word in
      table == word && taken.claim(word) ? word : nil
    }
    for place in names.indices where names[place] == nil {
      names[place] = taken.claim(firstOf: [words[place]])
    }
    return names.map { $0 ?? "table" }
  }
}
