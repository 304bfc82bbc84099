import Model

/// Which attribute shows a record where another one refers to it.
enum DisplayedColumn {
  /// The text that by its name is the record's name or title; nil where there is none.
  static func name(among attributes: [Attribute], table: String) -> String? {
    let texts = attributes.filter { $0.type == .string }
    let one = EnglishNoun.singular(table).lowercased()
    // People have a last name, and a title that says less.
    let wanted = [
      "name", "\(one)name", "\(one)_name", "companyname", "company_name", "username", "user_name",
      "lastname", "last_name", "surname", "title", "\(one)title", "\(one)_title", "label",
    ]
    return wanted.lazy.compactMap { name in
      texts.first { $0.name.lowercased() == name }?.name
    }.first
  }
}
