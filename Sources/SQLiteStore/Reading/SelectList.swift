import Columns
import Model
import SQLGeneration
import Storage

/// What a statement selects to give the columns of `sources` of one entity, and how it is read.
struct SelectList {
  /// One expression for each source, over the entity's table as `alias`.
  let expressions: [String]
  /// The column that each expression is alone; nil where it is anything else.
  let columns: [String?]
  /// Whether every column holds what its decoder takes without SQLite's help.
  let isReadFromPages: Bool
  private let makers: [() -> (any ColumnDecoder)?]
  /// What is told of values that do not fit, beside each expression; nil for what is no field.
  private let fields: [MisfitField?]

  /// - Parameter model: The entities and where they lie.
  init(_ sources: [ColumnSource], of entity: String, as alias: String, in model: FileModel) throws {
    let table = try model.table(entity)
    var expressions: [String] = []
    var makers: [() -> (any ColumnDecoder)?] = []
    var fields: [MisfitField?] = []
    var columns: [String?] = []
    var needsNumberTexts = false
    for source in sources {
      switch source {
      case .attribute(let path):
        guard let place = table.layout.place(of: path), let column = table.mapping.fields[path]
        else {
          throw StoreError.unknownProperty(entity: entity, property: path.description)
        }
        let type = table.layout.fields[place].type
        expressions.append("\(alias).\(column.name.quotedForSQL)")
        columns.append(column.name)
        needsNumberTexts = needsNumberTexts || column.codec == .looseText
        makers.append { makeColumnDecoder(column.codec, type) }
        fields.append(MisfitField(entity: entity, path: path, type: type))
      case .toOne(let name):
        expressions.append(try model.reference(name, of: entity, as: alias))
        columns.append(table.mapping.toOnes[name]?.plainColumn)
        makers.append { ReferenceDecoder() }
        fields.append(nil)
      case .position(let name):
        guard let position = table.mapping.toOnes[name]?.position else {
          throw StoreError.unknownProperty(entity: entity, property: name)
        }
        // What has no place yet stands first.
        expressions.append("ifnull(\(alias).\(position.quotedForSQL), 0)")
        columns.append(nil)
        makers.append { makeColumnDecoder(.integer, .int) }
        fields.append(nil)
      }
    }
    self.expressions = expressions
    self.columns = columns
    isReadFromPages = !needsNumberTexts && columns.allSatisfy { $0 != nil }
    self.makers = makers
    self.fields = fields
  }

  /// The columns of a key of values.
  init(_ parts: [EntityMapping.KeyPart], as alias: String) {
    columns = parts.map(\.column.name)
    isReadFromPages = parts.allSatisfy { $0.column.codec != .looseText }
    expressions = parts.map { "\(alias).\($0.column.name.quotedForSQL)" }
    makers = parts.map { part in { makeColumnDecoder(part.column.codec, part.type) } }
    fields = parts.map { _ in nil }
  }

  /// One decoder for each source.
  func makeDecoders() -> [any ColumnDecoder] {
    makers.map { $0() ?? ReferenceDecoder() }
  }

  /// The columns that decoders of this list have read so far; tells `misfits` of values that do not fit.
  func takeColumns(of decoders: [any ColumnDecoder], noting misfits: MisfitLog) -> [Column] {
    for case (let decoder, let field?) in zip(decoders, fields) where decoder.misfitCount > 0 {
      misfits.add(field)
    }
    return decoders.map { $0.takeColumn() }
  }

  /// The expressions, each behind a comma.
  var continued: String { expressions.map { ", " + $0 }.joined() }
}

extension ToOneMapping {
  /// The column that holds the number of the row it leads to, and nothing else.
  fileprivate var plainColumn: String? { targets.isEmpty && !mayDangle ? columns.first : nil }
}
