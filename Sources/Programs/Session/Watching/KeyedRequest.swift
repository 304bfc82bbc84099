import Model
import Storage

/// A request with additional columns that identify each row.
struct KeyedRequest {
  /// The content of the additional columns.
  private enum Form {
    case record
    case groupKeys
    /// None: the shown columns are the key.
    case values
  }

  /// The request with key columns.
  let request: FetchRequest
  /// The number of shown columns.
  let shownCount: Int
  private let form: Form

  /// The prefix of key columns; no attribute has this name.
  private static let keyName = "@row"

  /// Records and groups are identified by their keys; distinct rows, and records without an
  /// identity, by their values.
  init(_ request: FetchRequest, _ schema: Schema) {
    shownCount = request.columns.count
    guard let (keyed, keys, form) = Self.keyed(request, schema) else {
      (self.request, self.form) = (request, .values)
      return
    }
    var whole = keyed
    whole.columns = request.columns + Self.columns(keys)
    (self.request, self.form) = (whole, form)
  }

  /// Creates a request for a count, which has one row.
  init(counting request: FetchRequest) {
    self.request = request
    (shownCount, form) = (request.columns.count, .groupKeys)
  }

  private static func columns(_ keys: [TypedExpression]) -> [OutputColumn] {
    keys.enumerated().map { OutputColumn(name: "\(keyName)\($0)", expression: $1) }
  }

  /// The request with its keys; nil if nothing identifies its rows.
  private static func keyed(
    _ request: FetchRequest,
    _ schema: Schema
  ) -> (request: FetchRequest, keys: [TypedExpression], form: Form)? {
    if request.isDistinct || !request.windows.isEmpty { return nil }
    if let grouping = request.grouping {
      let keys = grouping.identity
      return keys.allSatisfy(\.type.isKey) ? (request, keys, .groupKeys) : nil
    }
    guard case .rows(let inner) = request.source else {
      if schema.entity(request.entity)?.identity == .fixed { return nil }
      let record = TypedExpression(
        .record(.scope(level: 0, entity: request.entity)),
        .record(entity: request.entity)
      )
      return (request, [record], .record)
    }
    guard let keyed = keyed(inner, schema) else { return nil }
    var source = keyed.request
    let added = columns(keyed.keys)
    source.columns += added
    var request = request
    request.source = .rows(of: source)
    return (request, added.map { read($0, in: request.entity) }, keyed.form)
  }

  /// An expression that reads a column of an inner query.
  private static func read(_ column: OutputColumn, in entity: String) -> TypedExpression {
    let row = RecordExpression.scope(level: 0, entity: entity)
    guard case .record(let destination) = column.expression.type else {
      return TypedExpression(
        .attribute(AttributePath([column.name]), of: row),
        column.expression.type
      )
    }
    let relationship = RelationshipReference(
      entity: entity,
      name: column.name,
      destination: destination,
      isToMany: false
    )
    return TypedExpression(.record(.toOne(relationship, of: row)), column.expression.type)
  }

  /// A request for the keys of all rows, without `limit` and `offset`; nil if it has neither.
  var allKeys: FetchRequest? {
    guard request.limit != nil || request.offset > 0 else { return nil }
    var all = request
    (all.limit, all.offset, all.sort) = (nil, 0, [])
    if form != .values { all.columns.removeFirst(shownCount) }
    return all
  }

  /// The keys of rows of this request or of ``allKeys``.
  func keys(of rows: [[Value]]) -> [RowKey] {
    var seen: [[Value]: Int] = [:]
    return rows.map { row in
      let key = Array(row.suffix(form == .values ? row.count : request.columns.count - shownCount))
      switch (form, key.first) {
      case (.record, .record(let id)?): return .record(id)
      case (.groupKeys, _): return .group(key)
      default:
        let occurrence = seen[key, default: 0]
        seen[key] = occurrence + 1
        return .values(key, occurrence: occurrence)
      }
    }
  }
}

extension ValueType {
  /// Whether a key column can have this type.
  fileprivate var isKey: Bool {
    switch self {
    case .composite, .list, .toMany, .duration: false
    default: true
    }
  }
}
