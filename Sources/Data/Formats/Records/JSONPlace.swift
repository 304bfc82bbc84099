import Diagnostics

/// Finds the records in a JSON document by keys.
struct JSONPlace {
  let bytes: FileBytes
  let keys: [String]

  /// The range of the value; without keys the whole text.
  func range() throws(ReadingFailure) -> Range<Int> {
    guard !keys.isEmpty else { return 0..<bytes.count }
    var cursor = JSONCursor(bytes)
    guard cursor.peek() != nil else { throw .fact(.empty, at: nil) }
    for depth in keys.indices { try step(&cursor, depth) }
    _ = cursor.peek()
    let start = cursor.position
    try cursor.skipValue(depth: keys.count + 1)
    return start..<cursor.position
  }

  /// Moves to the value of a key, or to an element by its index.
  private func step(_ cursor: inout JSONCursor, _ depth: Int) throws(ReadingFailure) {
    let key = keys[depth]
    let start = cursor
    var found: JSONCursor?
    var names: [String] = []
    var elementCount: Int?
    switch try cursor.valueStart() {
    case .object:
      try cursor.forEachKey { cursor, name throws(ReadingFailure) in
        _ = cursor.peek()
        if name == key { found = cursor }
        if names.count < 1_000 { names.append(name) }
        try cursor.skipValue(depth: depth + 2)
      }
    case .array:
      var number = 0
      try cursor.forEachElement { cursor throws(ReadingFailure) in
        _ = cursor.peek()
        if String(number) == key { found = cursor }
        number += 1
        try cursor.skipValue(depth: depth + 2)
      }
      elementCount = number
    default: break
    }
    guard let found else {
      let reason = reason(depth, names, elementCount)
      let message = "there is nothing at `\(PlacePath.text(keys[...depth]))`; \(reason)"
      throw .fact(.invalid(message), at: start.position)
    }
    cursor = found
  }

  /// Why a key was not found, with suggestions.
  private func reason(_ depth: Int, _ names: [String], _ elementCount: Int?) -> String {
    let parent = depth == 0 ? "the document" : "`\(PlacePath.text(keys[..<depth]))`"
    if let elementCount {
      switch elementCount {
      case 0: return "\(parent) is an empty array"
      case 1: return "\(parent) is an array with only the index 0"
      default: return "\(parent) is an array with the indices 0 to \(elementCount - 1)"
      }
    }
    if names.isEmpty { return "\(parent) has no keys" }
    // A key may contain dots that were read as separators.
    let joined = keys.indices.dropFirst(depth + 1).map { keys[depth...$0].joined(separator: ".") }
    let matching = joined.filter(names.contains)
    let near = matching.isEmpty ? nearestNames(to: keys[depth], in: names) : matching
    func path(_ name: String) -> String { PlacePath.text(keys[..<depth] + [name]) }
    return didYouMean(near.map(path))
      ?? "the keys are " + names.prefix(8).map { "`\(path($0))`" }.joined(separator: ", ")
  }
}
