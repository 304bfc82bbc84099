/// Completes the column names of a file.
public enum ColumnNames {
  /// Replaces empty names with `column3`, and makes duplicates unique: `name_2`, `name_3`.
  public static func completed(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    // The last number of each name, so that many equal names stay fast.
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
