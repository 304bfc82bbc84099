/// Makes the names that a file gives its columns usable.
public enum ColumnNames {
  /// Names that are empty become `column3`, and repeated ones `name_2`, `name_3`.
  public static func completed(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    // The number that each name has got last, so that a thousand equal names take no longer.
    var numbers: [String: Int] = [:]
    return names.enumerated().map { index, name in
      var result = name
      if name.isEmpty {
        result = "column\(index + 1)"
        if !taken.contains(result) { return noted(result) }
      } else if seen.insert(name).inserted {
        return name
      }
      let stem = result
      repeat {
        let number = (numbers[stem] ?? 1) + 1
        numbers[stem] = number
        result = "\(stem)_\(number)"
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
