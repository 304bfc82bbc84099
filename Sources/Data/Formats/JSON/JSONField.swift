import Columns

/// A key of the objects at one place, with all of its values.
///
/// A field with values of incompatible kinds becomes a string: strings stay as they are, other
/// values become JSON text. The same applies to arrays of arrays, and to objects among scalars. The
/// file is then read again, since earlier values are needed as text.
final class JSONField {
  /// The kind of the values so far.
  enum Shape {
    /// Only nulls so far.
    case unknown
    case scalar(JSONColumnBuilder)
    case object(JSONObjectNode)
    /// Arrays of scalars, or empty ones only.
    case list(JSONListBuilder)
    /// Arrays of objects, some of them empty.
    case children(JSONChildren)
  }

  let name: String
  let nameBytes: [UInt8]
  var shape: Shape
  /// The kind that fits all values, once a value did not fit the shape.
  private(set) var widened: ScalarKind?
  /// The number of rows with a value other than null.
  var presentCount = 0
  /// The last row whose object had this key.
  private var lastRow = -1
  /// Whether the values are of kinds that only a string can hold.
  let isMixed: Bool
  /// Whether numbers are kept as strings, exactly as written.
  let keepsNumbers: Bool
  /// The keys within objects whose numbers are kept as strings.
  private let exactNumbers: Set<String>

  init(
    name: String,
    shape: Shape = .unknown,
    isMixed: Bool = false,
    exactNumbers: Set<String> = []
  ) {
    self.name = name
    self.isMixed = isMixed
    keepsNumbers = exactNumbers.contains(name)
    self.exactNumbers = exactNumbers
    nameBytes = Array(name.utf8)
    self.shape = shape
  }

  /// Notes that row `row` has this key. Returns false for a duplicate.
  @inline(__always)
  func begin(_ row: Int) -> Bool {
    guard lastRow != row else { return false }
    lastRow = row
    return true
  }

  /// Adds a scalar of the kind of its token, or widens the field.
  @inline(__always)
  func append(_ text: FieldText, row: Int, isString: Bool) {
    presentCount += 1
    guard widened == nil else { return widen(by: Self.kind(of: text, isString)) }
    if case .unknown = shape {
      let kind = keepsNumbers ? .string : Self.kind(of: text, isString)
      shape = .scalar(JSONColumnBuilder(kind: kind))
    }
    guard case .scalar(let builder) = shape else { return widen(by: .string) }
    builder.pad(to: row)
    let fits = builder.kind == .string || isString == Self.isWrittenAsString(builder.kind)
    if !fits || !builder.append(text) { widen(by: Self.kind(of: text, isString)) }
  }

  /// The builder for JSON text; nil if the field does not keep its values as JSON text.
  func textBuilder(row: Int) -> JSONColumnBuilder? {
    presentCount += 1
    if case .unknown = shape { shape = .scalar(JSONColumnBuilder(kind: .string)) }
    guard widened == nil, case .scalar(let builder) = shape, builder.kind == .string else {
      widened = .string
      return nil
    }
    builder.pad(to: row)
    return builder
  }

  /// The node for the field's objects; nil if they are kept as JSON text.
  func objectNode() -> JSONObjectNode? {
    if case .unknown = shape, widened == nil { shape = .object(emptyNode()) }
    guard case .object(let node) = shape, widened == nil else { return nil }
    presentCount += 1
    node.presentCount += 1
    return node
  }

  /// An empty field to read the file into again. Fields that fit keep their shape.
  func cleared() -> JSONField {
    if let widened {
      return cleared(
        .scalar(JSONColumnBuilder(kind: widened)),
        isMixed: widened == .string && !holdsStrings
      )
    }
    switch shape {
    case .unknown: return cleared(.unknown)
    case .scalar(let builder):
      return cleared(.scalar(JSONColumnBuilder(kind: builder.kind)), isMixed: isMixed)
    case .object(let node): return cleared(.object(node.cleared()))
    case .list(let list):
      let kind = list.widened ?? list.kind
      return cleared(.list(JSONListBuilder(kind: kind, keepsNumbers: keepsNumbers)))
    case .children(let children):
      return cleared(.children(JSONChildren(root: children.root.cleared())))
    }
  }

  private func cleared(_ shape: Shape, isMixed: Bool = false) -> JSONField {
    JSONField(name: name, shape: shape, isMixed: isMixed, exactNumbers: exactNumbers)
  }

  /// A node for objects of the field.
  func emptyNode() -> JSONObjectNode { JSONObjectNode(exactNumbers: exactNumbers) }

  /// Whether JSON has the values so far in quotes, such as dates and UUIDs.
  private var holdsStrings: Bool {
    if case .scalar(let builder) = shape { Self.isQuoted(builder.kind) } else { false }
  }

  /// Whether this field or one inside it must be read again. Objects without any field become JSON
  /// text.
  func needsAnotherPass() -> Bool {
    if widened != nil { return true }
    switch shape {
    case .unknown, .scalar: return false
    case .list(let list): return list.widened != nil
    case .object(let node): return needsAnotherPass(node)
    case .children(let children): return needsAnotherPass(children.root)
    }
  }

  private func needsAnotherPass(_ node: JSONObjectNode) -> Bool {
    if node.fields.isEmpty {
      widened = .string
      return true
    }
    return node.needsAnotherPass()
  }

  /// Makes the values strings.
  func widenToText() {
    widened = .string
  }

  private func widen(by kind: ScalarKind) {
    switch shape {
    case .scalar(let builder):
      let joined = (widened ?? builder.kind).joined(with: kind)
      widened = joined == builder.kind ? .string : joined
    case .unknown, .object, .list, .children: widened = .string
    }
  }

  /// Whether JSON has values of this kind in quotes.
  static func isQuoted(_ kind: ScalarKind) -> Bool {
    kind == .string || isWrittenAsString(kind)
  }

  /// Whether values of this kind are dates or UUIDs, which JSON has in quotes.
  private static func isWrittenAsString(_ kind: ScalarKind) -> Bool {
    kind == .date || kind == .uuid
  }

  static func kind(of text: FieldText, _ isString: Bool) -> ScalarKind {
    let kind = ScalarKind(of: text)
    return isString && !isWrittenAsString(kind) ? .string : kind
  }
}
