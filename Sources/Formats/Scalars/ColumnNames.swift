/// Makes the names that a file gives its columns usable.
enum ColumnNames {
  /// Names that are empty become `column3`, and repeated ones `name_2`, `name_3`.
  static func completed(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    return names.enumerated().map { index, name in
      var result = name
      var number = 2
      if name.isEmpty {
        result = "column\(index + 1)"
        if !taken.contains(result) { return noted(result) }
      } else if seen.insert(name).inserted {
        return name
      }
      let stem = result
      repeat {
        result = "\(stem)_\(number)"
        number += 1
      } while taken.contains(result)
      return noted(result)
    }

    func noted(_ name: String) -> String {
      taken.insert(name)
      seen.insert(name)
      return name
    }
  }
}
