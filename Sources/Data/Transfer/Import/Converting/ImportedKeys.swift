import Binding
import Columns
import Context
import Diagnostics
import Formats
import Model
import Session
import Storage
import Syntax

/// The to-one relationships from `key` clauses of a new model.
struct ImportedKeys {
  /// The relationships, as `relate` would create them.
  private(set) var relations: [RelationRequest] = []
  private var matches: [KeyMatch] = []
  private var lookups: [KeyLookup] = []
  private let session: QuerySession

  /// Binds the clauses to new models; the first is the model of the records.
  init(_ clauses: [KeyMatchSyntax], _ models: ImportedModels, _ session: QuerySession) throws {
    self.session = session
    guard !clauses.isEmpty, let entity = models.entities.first else { return }
    var schema = session.schema.adding(models.entities, types: models.types)
    for clause in clauses {
      let relation = try Self.relation(clause, of: entity, Self.binder(schema, session))
      relations.append(relation)
      schema = schema.adding(relation.entities, types: [])
      let match = KeyMatch(
        relationship: relation.toOne,
        destination: relation.destination,
        key: relation.key,
        allowsMissing: clause.allowsMissing,
        span: clause.target.span
      )
      matches.append(match)
      lookups.append(try lookup(match, ownEntity: entity.name))
    }
  }

  private static func binder(_ schema: Schema, _ session: QuerySession) -> Binder {
    Binder(schema: schema, options: session.bindingOptions)
  }

  private static func relation(
    _ clause: KeyMatchSyntax,
    of entity: Entity,
    _ binder: Binder
  ) throws -> RelationRequest {
    let name = clause.relationship
    guard entity.attribute(name.text) != nil else {
      throw DiagnosticList([
        Diagnostic(
          "the records have no `\(name.text)`",
          at: name.span,
          help: [entity.suggestion(for: name.text)].compactMap { $0 }
        )
      ])
    }
    func statement(_ inverse: NameSyntax?) -> RelateStatement {
      RelateStatement(
        source: RelateStatement.Side(
          entity: NameSyntax(entity.name, span: name.span),
          attribute: name
        ),
        target: clause.target,
        inverse: inverse
      )
    }
    do {
      return try binder.bindRelation(statement(nil))
    } catch {
      // Another relationship to the same model has the usual inverse name.
      let inverse =
        "\(DerivedName.uncapitalized(entity.name))sBy\(DerivedName.capitalized(name.text))"
      guard
        let relation = try? binder.bindRelation(statement(NameSyntax(inverse, span: name.span)))
      else { throw error }
      return relation
    }
  }

  private func lookup(_ match: KeyMatch, ownEntity: String) throws -> KeyLookup {
    if match.destination.name == ownEntity { return KeyLookup(match) }
    return try KeyLookup(
      match,
      session.binder,
      session.modelContext.executor(session.settings.evaluationContext())
    )
  }

  /// The models with relationships in place of key columns.
  func entities(_ made: [Entity]) -> [Entity] {
    var entities = made
    for relation in relations {
      for changed in relation.entities {
        let place = entities.firstIndex { $0.name == changed.name }
        let known = place.map { entities[$0] } ?? changed
        let entity = place == nil ? changed : known.with(relation)
        if let place { entities[place] = entity } else { entities.append(entity) }
      }
    }
    return entities
  }

  /// Replaces the key columns with references to records.
  ///
  /// - Parameter leaveOut: Receives problems; returns the tables without those records.
  func resolve(
    _ tables: [ImportedTable],
    leaveOut: ([RowProblem], [ImportedTable]) -> [ImportedTable]
  ) throws -> [ImportedTable] {
    var tables = tables
    for (match, lookup) in zip(matches, lookups) {
      let name = match.relationship.name
      let path = AttributePath([name])
      guard let column = tables[0].columns.removeValue(forKey: path) else { continue }
      let invalidRows = try tables[0].setKeys(column, of: match)
      tables = leaveOut(invalidRows, tables)
      // If the keys are those of the records themselves, they are among the columns.
      let problems = tables.resolve(match, lookup)
      tables = leaveOut(problems, tables)
    }
    return tables
  }
}

extension ImportedTable {
  /// Converts the keys to the type of the records' keys. Returns the invalid values.
  fileprivate mutating func setKeys(_ column: Column, of match: KeyMatch) throws -> [RowProblem] {
    let name = match.relationship.name
    guard let source = column.scalarType,
      let converted = ColumnConversion.convert(column, from: source, to: match.key.type)
    else {
      throw DiagnosticList([
        Diagnostic("values of `\(name)` cannot be converted to \(match.key.type)", at: match.span)
      ])
    }
    keys[name] = converted.column
    return converted.invalidRows.map { row in
      RowProblem(
        row: rootRow(row),
        path: [name],
        message: match.missingText(column.value(at: row))
      )
    }
  }
}

extension Column {
  /// The type of a column's values; nil for lists.
  fileprivate var scalarType: ValueType? {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    default: nil
    }
  }
}

extension Entity {
  /// The entity with its ends of a relationship.
  fileprivate func with(_ relation: RelationRequest) -> Entity {
    var own = ownProperties
    for changed in relation.entities where changed.name == name {
      for property in changed.ownProperties {
        guard case .relationship(let relationship) = property,
          [relation.attribute.name, relation.inverse].contains(relationship.name)
        else { continue }
        if let place = own.firstIndex(where: { $0.name == property.name }) {
          own[place] = property
        } else {
          own = own.adding(property)
        }
      }
    }
    return with(ownProperties: own)
  }
}
