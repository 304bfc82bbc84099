import Columns
import Model
import SQLGeneration
import Storage

/// What a statement selects to give the columns of `sources` of one entity, and how it is read.
struct SelectList {
  private let items: [ResultColumn]
  /// Whether every column holds what its decoder takes without SQLite's help.
  let isReadFromPages: Bool

  /// - Parameter model: The entities and where they lie.
  init(_ sources: [ColumnSource], of entity: String, as alias: String, in model: FileModel) throws {
    let table = try model.table(entity)
    self.init(try sources.map { try ResultColumn($0, of: entity, table, as: alias, in: model) })
  }

  /// The columns of a key of values.
  init(_ parts: [EntityMapping.KeyPart], as alias: String) {
    self.init(parts.map { ResultColumn($0.column, $0.type, as: alias) })
  }

  private init(_ items: [ResultColumn]) {
    self.items = items
    isReadFromPages = items.allSatisfy { $0.column != nil && !$0.needsNumberTexts }
  }

  /// One expression for each source, over the entity's table.
  var expressions: [String] { items.map(\.expression) }

  /// The column that each expression is alone; nil where it is anything else.
  var columns: [String?] { items.map(\.column) }

  /// The expressions, each behind a comma.
  var continued: String { items.map { ", " + $0.expression }.joined() }

  /// One decoder for each source.
  func makeDecoders() -> [any ColumnDecoder] {
    items.map { $0.makeDecoder() ?? ReferenceDecoder() }
  }

  /// The columns that decoders of this list have read so far; tells `misfits` of values that do not fit.
  func takeColumns(of decoders: [any ColumnDecoder], noting misfits: InvalidValueLog) -> [Column] {
    for (decoder, item) in zip(decoders, items) where decoder.misfitCount > 0 {
      if let field = item.field { misfits.add(field) }
    }
    return decoders.map { $0.takeColumn() }
  }
}

/// One expression of a list, and how it is read.
private struct ResultColumn {
  let expression: String
  /// The column that the expression is alone; nil where it is anything else.
  var column: String?
  /// What is told of values that do not fit; nil for what is no field.
  var field: InvalidValueField?
  /// Whether numbers are read as the texts that SQLite writes for them.
  var needsNumberTexts = false
  /// Nil where no column stores such values.
  let makeDecoder: () -> (any ColumnDecoder)?
}

extension ResultColumn {
  /// A column with values of `type`.
  init(
    _ column: ColumnMapping,
    _ type: ValueType,
    of field: InvalidValueField? = nil,
    as alias: String
  ) {
    self.init(
      expression: "\(alias).\(column.name.quotedForSQL)",
      column: column.name,
      field: field,
      needsNumberTexts: column.codec == .looseText,
      makeDecoder: { makeColumnDecoder(column.codec, type) }
    )
  }

  /// - Parameter table: That of `entity`.
  init(
    _ source: ColumnSource,
    of entity: String,
    _ table: FileModel.Table,
    as alias: String,
    in model: FileModel
  ) throws {
    switch source {
    case .attribute(let path):
      guard let place = table.layout.place(of: path), let column = table.mapping.fields[path] else {
        throw StoreError.unknownProperty(entity: entity, property: path.description)
      }
      let type = table.layout.fields[place].type
      let field = InvalidValueField(entity: entity, path: path, type: type)
      self.init(column, type, of: field, as: alias)
    case .toOne(let name):
      self.init(
        expression: try model.reference(name, of: entity, as: alias),
        column: table.mapping.toOnes[name]?.plainColumn,
        makeDecoder: { ReferenceDecoder() }
      )
    case .position(let name):
      guard let position = table.mapping.toOnes[name]?.position else {
        throw StoreError.unknownProperty(entity: entity, property: name)
      }
      // What has no place yet stands first.
      self.init(
        expression: "ifnull(\(alias).\(position.quotedForSQL), 0)",
        makeDecoder: { makeColumnDecoder(.integer, .int) }
      )
    }
  }
}

extension ToOneMapping {
  /// The column that holds the number of the row it leads to, and nothing else.
  fileprivate var plainColumn: String? { targets.isEmpty && !mayDangle ? columns.first : nil }
}
