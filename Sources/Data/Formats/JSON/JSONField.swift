import Columns

/// One key of the objects at one place, and all its values.
///
/// A field whose values are now objects and now not, or now of this kind and now of that, becomes a
/// string: strings as they are, everything else as its JSON text. So do arrays that hold arrays, or
/// objects among scalars. The file is then read again, since the values before are needed as texts.
final class JSONField {
  /// What the values are.
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
  /// The kind that all values fit, once one was found that does not fit the shape.
  private(set) var widened: ScalarKind?
  /// In how many rows the value is not null.
  var presentCount = 0
  /// The last row whose object had this key.
  private var lastRow = -1
  /// Whether the values are of kinds that only a text can hold.
  let isMixed: Bool
  /// Whether numbers are kept as the texts that they are written as.
  let keepsNumbers: Bool
  /// Where objects have numbers that are kept so.
  private let exactNumbers: ExactNumbers?

  init(
    name: String,
    shape: Shape = .unknown,
    isMixed: Bool = false,
    keepsNumbers: Bool = false,
    exactNumbers: ExactNumbers? = nil
  ) {
    self.name = name
    self.isMixed = isMixed
    self.keepsNumbers = keepsNumbers
    self.exactNumbers = exactNumbers
    nameBytes = Array(name.utf8)
    self.shape = shape
  }

  /// Notes that row `row` has this key; false if it had it before.
  @inline(__always)
  func begin(_ row: Int) -> Bool {
    guard lastRow != row else { return false }
    lastRow = row
    return true
  }

  /// Adds a scalar of the kind that its token says, or finds that the field must be widened.
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

  /// The builder to add a JSON text to, if that is what the field's values are kept as.
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

  /// The node of the field's objects, if that is what its values are; nil where JSON text is wanted.
  func objectNode() -> JSONObjectNode? {
    if case .unknown = shape, widened == nil { shape = .object(emptyNode()) }
    guard case .object(let node) = shape, widened == nil else { return nil }
    presentCount += 1
    node.presentCount += 1
    return node
  }

  /// The empty field to read the file into again; fields that fit keep their shape.
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
    JSONField(
      name: name,
      shape: shape,
      isMixed: isMixed,
      keepsNumbers: keepsNumbers,
      exactNumbers: exactNumbers
    )
  }

  /// What objects of the field are read into.
  func emptyNode() -> JSONObjectNode { JSONObjectNode(exactNumbers: exactNumbers) }

  /// Whether the values so far are strings, as of dates or UUIDs.
  private var holdsStrings: Bool {
    if case .scalar(let builder) = shape { Self.isQuoted(builder.kind) } else { false }
  }

  /// Whether this field or one within has to be read again; objects that have no field at all
  /// become JSON text.
  func findMisfits() -> Bool {
    if widened != nil { return true }
    switch shape {
    case .unknown, .scalar: return false
    case .list(let list): return list.widened != nil
    case .object(let node): return findMisfits(node)
    case .children(let children): return findMisfits(children.root)
    }
  }

  private func findMisfits(_ node: JSONObjectNode) -> Bool {
    if node.fields.isEmpty {
      widened = .string
      return true
    }
    return node.findMisfits()
  }

  /// Finds that the values can only be kept as strings.
  func becomeText() {
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

  /// Dates and UUIDs stand in quotes, numbers and Bools do not.
  private static func isWrittenAsString(_ kind: ScalarKind) -> Bool {
    kind == .date || kind == .uuid
  }

  static func kind(of text: FieldText, _ isString: Bool) -> ScalarKind {
    let kind = ScalarKind(of: text)
    return isString && !isWrittenAsString(kind) ? .string : kind
  }
}
