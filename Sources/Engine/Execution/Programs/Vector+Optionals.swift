import Columns

extension Vector {
  /// Creates a vector of optional elements; nil rows have `filler`.
  init(_ elements: [Element?], filler: Element) {
    let hasNulls = elements.contains { $0 == nil }
    self.init(
      elements.map { $0 ?? filler },
      validity: hasNulls ? elements.map { $0 == nil ? 0 : 1 } : nil
    )
  }

  /// `count` nil rows.
  static func nulls(count: Int, filler: Element) -> Vector {
    Vector(
      Array(repeating: filler, count: count),
      validity: Array(repeating: 0, count: count)
    )
  }
}

extension StringVector {
  /// `count` nil rows.
  static func nulls(count: Int) -> StringVector {
    StringVector(codes: .nulls(count: count, filler: 0), dictionary: StringDictionary())
  }
}
