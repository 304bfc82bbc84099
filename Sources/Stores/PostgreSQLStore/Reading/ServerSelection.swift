import Columns
import Model
import SQLGeneration
import Storage

/// The expressions that a statement selects for columns of one entity, and how they are read.
struct ServerSelection {
  private enum Output {
    case field(place: Int, ColumnCodec, InvalidValueField)
    case position(place: Int)
    case reference(places: Range<Int>, entity: String)
  }

  private(set) var expressions: [String] = []
  private var outputs: [Output] = []
  private let model: ServerModel
  /// The expressions of the key come first.
  let keyCount: Int

  init(
    _ sources: [ColumnSource],
    of entity: String,
    as alias: String,
    in model: ServerModel
  ) throws(StoreError) {
    self.model = model
    let table = try model.table(entity)
    expressions = table.key.map { $0.server.selected("\(alias).\($0.name.quotedForSQL)") }
    keyCount = expressions.count
    for source in sources { try add(source, of: entity, table, as: alias) }
  }

  private mutating func add(
    _ source: ColumnSource,
    of entity: String,
    _ table: ServerModel.Table,
    as alias: String
  ) throws(StoreError) {
    switch source {
    case .attribute(let path):
      guard let place = table.layout.place(of: path), let column = table.mapping.fields[path],
        let selected = column.codec.selected(column.reference(alias))
      else { throw .unknownProperty(entity: entity, property: path.description) }
      let field = InvalidValueField(
        entity: entity,
        path: path,
        type: table.layout.fields[place].type
      )
      // The key is often selected, too.
      let known = expressions.firstIndex(of: selected)
      outputs.append(.field(place: known ?? expressions.count, column.codec, field))
      if known == nil { expressions.append(selected) }
    case .toOne(let name):
      let destination = try model.relationship(name, of: entity).destination
      let target = try model.target(name, of: entity, as: alias)
      let end = expressions.count + target.count
      outputs.append(.reference(places: expressions.count..<end, entity: destination))
      expressions += zip(target, try model.table(destination).key).map { $1.server.selected($0) }
    case .position(let name):
      guard let position = table.mapping.toOnes[name]?.position else {
        throw .unknownProperty(entity: entity, property: name)
      }
      outputs.append(.position(place: expressions.count))
      expressions.append("\(alias).\(position.quotedForSQL)")
    }
  }

  /// The select list; never empty.
  var list: String { expressions.isEmpty ? "1" : expressions.joined(separator: ", ") }

  /// The columns of attributes of a result's rows.
  func fields(_ result: some ServerRows) throws -> [Column] {
    try outputs.compactMap { output in
      guard case .field(let place, let codec, let field) = output else { return nil }
      var invalid = 0
      guard let column = result.column(place, codec, field.type, &invalid) else {
        throw StoreError.typeMismatch(entity: field.entity, property: field.path.description)
      }
      return column
    }
  }

  /// The columns of a result's rows.
  func columns(_ result: some ServerRows, _ snapshot: ServerSnapshot) throws -> [Column] {
    try outputs.map { output in
      switch output {
      case .field(let place, let codec, let field):
        var invalid = 0
        guard let column = result.column(place, codec, field.type, &invalid) else {
          throw StoreError.typeMismatch(entity: field.entity, property: field.path.description)
        }
        if invalid > 0 { snapshot.invalidValues.add(field, invalid) }
        return column
      case .position(let place):
        var invalid = 0
        return result.column(place, .int, &invalid) ?? .int(FixedColumn(values: []))
      case .reference(let places, let entity):
        let references = try snapshot.references(result, places, to: entity)
        return .reference(FixedColumn(values: references))
      }
    }
  }
}

extension ColumnCodec {
  /// The expression to select for a column; nil for encodings that are only in files.
  fileprivate func selected(_ column: String) -> String? {
    switch self {
    case .server(let type): type.selected(column)
    case .json: column
    default: nil
    }
  }
}
