import Model
import Storage

/// A request with columns behind those that are shown, by which each row is known again.
struct KeyedRequest {
  /// What the columns behind those that are shown hold.
  private enum Form {
    case record
    case groupKeys
    /// All columns are shown ones, and the key.
    case values
  }

  /// The request with the columns for the keys.
  let request: FetchRequest
  /// The number of columns that are shown.
  let shownCount: Int
  private let form: Form

  /// The names of columns that are not shown; no attribute is called so.
  private static let keyName = "@row"

  /// Rows of records and groups are known by these; distinct rows, and those of records without an identity, by
  /// what they show.
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

  /// The request of a count, which has one row and no other.
  init(counting request: FetchRequest) {
    self.request = request
    (shownCount, form) = (request.columns.count, .groupKeys)
  }

  private static func columns(_ keys: [TypedExpression]) -> [OutputColumn] {
    keys.enumerated().map { OutputColumn(name: "\(keyName)\($0)", expression: $1) }
  }

  /// The request as it brings its keys with it, and the keys; nil where nothing identifies its rows.
  private static func keyed(
    _ request: FetchRequest,
    _ schema: Schema
  ) -> (request: FetchRequest, keys: [TypedExpression], form: Form)? {
    if request.isDistinct { return nil }
    if let grouping = request.grouping {
      let keys = grouping.keys.enumerated().map { Grouping.key($0, $1.type) }
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

  /// The expression that reads a column of rows that are made, as an attribute of these.
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

  /// The request for the keys of all rows, also of those outside of `limit` and `offset`; nil where there is
  /// neither.
  var allKeys: FetchRequest? {
    guard request.limit != nil || request.offset > 0 else { return nil }
    var all = request
    (all.limit, all.offset, all.sort) = (nil, 0, [])
    if form != .values { all.columns.removeFirst(shownCount) }
    return all
  }

  /// The keys of rows whose cells are those of the request, or of ``allKeys``.
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
  /// Whether a column of rows that are made can hold it as a key.
  fileprivate var isKey: Bool {
    switch self {
    case .composite, .list, .toMany, .duration: false
    default: true
    }
  }
}
