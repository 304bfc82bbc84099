public import Model

extension StringMatch {
  /// The operator with its options: `contains[cd]`.
  package var spelling: String {
    [.looselyContains, .looselyEquals].contains(operation)
      ? operation.rawValue : operation.rawValue + options
  }

  /// `[cd]`, or nothing.
  public var options: String {
    let letters = (ignoresCase ? "c" : "") + (ignoresDiacritics ? "d" : "")
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}
