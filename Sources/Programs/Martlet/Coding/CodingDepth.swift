/// How deep structs may stand within one another: coding calls itself at each step, and the stack ends.
enum CodingDepth {
  /// So many properties and elements lead to a value at most.
  static let most = 250

  static let excess =
    "more than \(most) structs stand within one another; a RecordID can stand here"
}

/// The place of an element in an array.
struct ElementKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { self.init(intValue) }

  var stringValue: String { "[\(index)]" }
  var intValue: Int? { index }
}
