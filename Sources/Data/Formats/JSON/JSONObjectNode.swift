/// The fields of all objects at one place of the records, in the order of their first occurrence.
final class JSONObjectNode {
  private(set) var fields: [JSONField] = []
  /// How many objects there were.
  var presentCount = 0

  private var positions: [ExactText: Int] = [:]
  /// Where the next key is looked for first: objects mostly have the same keys in the same order.
  private var next = 0
  /// Which numbers are kept as the texts that they are written as.
  private let exactNumbers: ExactNumbers?

  init(fields: [JSONField] = [], exactNumbers: ExactNumbers? = nil) {
    self.fields = fields
    self.exactNumbers = exactNumbers
    for (index, field) in fields.enumerated() { positions[ExactText(field.name)] = index }
  }

  /// Begins another object.
  func beginObject() {
    next = 0
  }

  /// The field whose key has the bytes `key`, which is added if it is new.
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

  /// The field called `name`, which is added if it is new.
  func find(_ name: String) -> JSONField {
    if let position = positions[ExactText(name)] {
      next = position + 1
      return fields[position]
    }
    let field = JSONField(
      name: name,
      keepsNumbers: exactNumbers?.has(name) ?? false,
      exactNumbers: exactNumbers?.within(name)
    )
    positions[ExactText(name)] = fields.count
    fields.append(field)
    next = fields.count
    return field
  }

  /// Whether any field has to be read again.
  func findMisfits() -> Bool {
    // Every field is asked, so that all are widened in one go.
    fields.reduce(false) { $1.findMisfits() || $0 }
  }

  /// The same fields without values.
  func cleared() -> JSONObjectNode {
    JSONObjectNode(fields: fields.map { $0.cleared() }, exactNumbers: exactNumbers)
  }
}

/// A text that equals only what has the same scalars, however they are composed.
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
