/// The fields of all objects at one place, in order of first occurrence.
final class JSONObjectNode {
  private(set) var fields: [JSONField] = []
  /// The number of objects.
  var presentCount = 0

  private var positions: [ExactText: Int] = [:]
  /// The expected field: objects usually have the same keys in the same order.
  private var next = 0
  /// The keys whose numbers are kept as strings, exactly as written.
  private let exactNumbers: Set<String>

  init(fields: [JSONField] = [], exactNumbers: Set<String> = []) {
    self.fields = fields
    self.exactNumbers = exactNumbers
    for (index, field) in fields.enumerated() { positions[ExactText(field.name)] = index }
  }

  /// Starts another object.
  func beginObject() {
    next = 0
  }

  /// The field for the key with the bytes `key`; a new key is added.
  @inline(__always)
  func field(_ key: UnsafeBufferPointer<UInt8>) -> JSONField {
    if next < fields.count {
      let field = fields[next]
      if field.nameBytes.count == key.count, field.nameBytes.elementsEqual(key) {
        next += 1
        return field
      }
    }
    return find(String(decoding: key, as: UTF8.self))
  }

  /// The field named `name`; a new one is added.
  func find(_ name: String) -> JSONField {
    if let position = positions[ExactText(name)] {
      next = position + 1
      return fields[position]
    }
    let field = JSONField(name: name, exactNumbers: exactNumbers)
    positions[ExactText(name)] = fields.count
    fields.append(field)
    next = fields.count
    return field
  }

  /// Whether any field must be read again.
  func needsAnotherPass() -> Bool {
    // Every field is checked, so that all are widened at once.
    fields.reduce(false) { $1.needsAnotherPass() || $0 }
  }

  /// The same fields without values.
  func cleared() -> JSONObjectNode {
    JSONObjectNode(fields: fields.map { $0.cleared() }, exactNumbers: exactNumbers)
  }
}

/// A string that is compared without Unicode normalization.
private struct ExactText: Hashable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// The objects in arrays at one place: separate records, each owned by the record around it.
final class JSONChildren {
  /// The fields of the objects.
  let root: JSONObjectNode
  /// The row of each object's owner.
  private(set) var owners: [Int64] = []

  init(root: JSONObjectNode) {
    self.root = root
  }

  /// The number of objects.
  var count: Int { owners.count }

  /// Starts an object owned by the record in row `owner`. Returns the object's row.
  func begin(owner: Int) -> Int {
    owners.append(Int64(owner))
    root.presentCount += 1
    return owners.count - 1
  }
}
