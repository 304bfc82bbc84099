import Columns
import Model
import SQLGeneration
import Storage

/// The expressions that a statement selects for columns of one entity, and their decoders.
struct SelectList {
  private let items: [ResultColumn]
  /// Whether every column can be decoded from pages, without SQLite.
  let isReadFromPages: Bool

  init(_ sources: [ColumnSource], of entity: String, as alias: String, in model: FileModel) throws {
    let table = try model.table(entity)
    self.init(try sources.map { try ResultColumn($0, of: entity, table, as: alias, in: model) })
  }

  /// The columns of a compound key.
  init(_ parts: [EntityMapping.KeyPart], as alias: String) {
    self.init(parts.map { ResultColumn($0.column, $0.type, as: alias) })
  }

  private init(_ items: [ResultColumn]) {
    self.items = items
    isReadFromPages = items.allSatisfy { $0.column != nil && !$0.needsNumberTexts }
  }

  /// An expression for each source.
  var expressions: [String] { items.map(\.expression) }

  /// The column of each expression; nil for other expressions.
  var columns: [String?] { items.map(\.column) }

  /// The expressions, each after a comma.
  var continued: String { items.map { ", " + $0.expression }.joined() }

  /// A decoder for each source.
  func makeDecoders() -> [any ColumnDecoder] {
    items.map { $0.makeDecoder() ?? ReferenceDecoder() }
  }

  /// The columns that the decoders have read. Adds fields with invalid values to
  /// `invalidValueLog`.
  func takeColumns(of decoders: [any ColumnDecoder], noting invalidValueLog: InvalidValueLog)
    -> [Column]
  {
    for (decoder, item) in zip(decoders, items) where decoder.invalidValueCount > 0 {
      if let field = item.field { invalidValueLog.add(field) }
    }
    return decoders.map { $0.takeColumn() }
  }
}

/// An expression in a select list.
private struct ResultColumn {
  let expression: String
  /// The column, if the expression is nothing else.
  var column: String?
  /// The field to report for invalid values; nil for other columns.
  var field: InvalidValueField?
  /// Whether numbers are read as SQLite's text for them.
  var needsNumberTexts = false
  /// Nil if such values are not stored.
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

  /// - Parameter table: The table of `entity`.
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
      // Rows without a position come first.
      self.init(
        expression: "ifnull(\(alias).\(position.quotedForSQL), 0)",
        makeDecoder: { makeColumnDecoder(.integer, .int) }
      )
    }
  }
}

extension ToOneMapping {
  /// The column, if it simply contains the referenced row number.
  fileprivate var plainColumn: String? { targets.isEmpty && !mayDangle ? columns.first : nil }
}
