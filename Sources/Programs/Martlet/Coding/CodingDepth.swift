/// The limit on nested structs, because coding is recursive.
enum CodingDepth {
  static let most = 250

  static let excess = "structs are nested more than \(most) levels deep; use a RecordID here"
}

/// The index of an element in an array.
struct ElementKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { self.init(intValue) }

  var stringValue: String { "[\(index)]" }
  var intValue: Int? { index }
}
