package import Model

/// Chooses the attribute that is displayed for references to a record.
package enum DisplayedColumn {
  /// The string attribute that is named like a name or title; nil if there is none.
  package static func name(among attributes: [Attribute], table: String) -> String? {
    let texts = attributes.filter { $0.type == .string }
    let one = EnglishNoun.singular(table).lowercased()
    // People have a last name, and a less useful title.
    let wanted = [
      "name", "\(one)name", "\(one)_name", "companyname", "company_name", "username", "user_name",
      "lastname", "last_name", "surname", "title", "\(one)title", "\(one)_title", "label",
    ]
    return wanted.lazy.compactMap { name in
      texts.first { $0.name.lowercased() == name }?.name
    }.first
  }
}
