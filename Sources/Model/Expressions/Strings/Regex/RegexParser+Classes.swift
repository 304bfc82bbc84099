/// `[a-z0-9_]`
extension RegexParser {
  /// Parses a class after its `[` at `start`.
  mutating func characterClass(from start: Int) throws(RegexError) -> ScalarSet {
    var set = ScalarSet()
    set.isNegated = take("^")
    if current == "]" { throw error(.emptyClass, from: start, to: position + 1) }
    while let scalar = current, scalar != "]" { try classItem(into: &set) }
    guard take("]") else { throw error(.unclosed("["), from: start, to: start + 1) }
    if flags.ignoresCase { set.ignoreCase() }
    return set
  }

  /// A character, a range or a named class.
  private mutating func classItem(into set: inout ScalarSet) throws(RegexError) {
    let start = position
    if let test = try posixClass() {
      set.properties.append(test)
      return
    }
    try refuseOperation()
    let first = try classMember()
    guard current == "-", let next = scalar(ahead: 1), next != "]" else {
      return add(first, to: &set)
    }
    advance()
    if next == "[" || next == "-" { throw error(.unsupported(.classOperation), from: position - 1) }
    let last = try classMember()
    guard case .scalar(let lower) = first, case .scalar(let upper) = last else {
      throw error(.rangeOfClasses, from: start)
    }
    guard lower <= upper else { throw error(.reversedRange, from: start) }
    set.ranges.append(lower...upper)
  }

  private mutating func classMember() throws(RegexError) -> EscapedItem {
    let start = position
    guard let scalar = advance() else { throw error(.unclosed("["), from: start - 1) }
    if scalar == "\\" { return try escapedItem(from: start) }
    if scalar == "[" { throw error(.unsupported(.nestedClass), from: start) }
    return .scalar(scalar.value)
  }

  private func add(_ item: EscapedItem, to set: inout ScalarSet) {
    switch item {
    case .test(let test):
      set.properties.append(test)
    case .scalar(let scalar):
      let parts = ignoresDiacritics ? FoldedText.withoutDiacritics(scalar) : [scalar]
      let value = parts.count == 1 ? parts[0] : scalar
      set.ranges.append(value...value)
    }
  }

  /// `[:alpha:]`, `[:^alpha:]`
  private mutating func posixClass() throws(RegexError) -> ScalarTest? {
    let start = position
    guard take("[:") else { return nil }
    let isNegated = take("^")
    guard let name = text(until: ":"), take("]"), let property = ScalarProperty.posix(name) else {
      throw error(.unknownProperty(nearest: []), from: start)
    }
    return ScalarTest(property, isNegated: isNegated)
  }

  /// ICU has `&&` and `--` between classes.
  private func refuseOperation() throws(RegexError) {
    for sign: Unicode.Scalar in ["&", "-"] where current == sign && scalar(ahead: 1) == sign {
      throw error(.unsupported(.classOperation), from: position, to: position + 2)
    }
  }
}
