import Model
import Storage

/// What was found in a store that its schema does not allow.
public struct IntegrityReport: Hashable, Sendable {
  /// What is wrong in one respect, such as all records that break one rule.
  public struct Group: Hashable, Sendable {
    /// The first of the problems, in identity order.
    public let problems: [IntegrityProblem]
    /// How many there are.
    public let total: Int
  }

  /// Model by model, in declared order.
  public let groups: [Group]
  /// How many models were looked through.
  public let modelCount: Int
  /// How many records were looked through.
  public let recordCount: Int

  /// How many problems there are.
  public var total: Int { groups.reduce(0) { $0 + $1.total } }

  /// Whether nothing is wrong.
  public var isSound: Bool { groups.isEmpty }
}

/// Gathers what is wrong; of each respect only the first problems are kept, so that a store in which
/// everything is broken costs no memory.
final class IntegrityFindings {
  /// So many problems of a group are told.
  private static let mostTold = 10

  private var found: [(entity: Int, group: IntegrityReport.Group)] = []

  /// Adds the problems of some rows of the entity in place `entity` of the schema, if there are any.
  func add<Row>(
    _ rows: [Row],
    of entity: Int,
    _ problem: (Row) throws -> IntegrityProblem
  ) rethrows {
    if rows.isEmpty { return }
    let told = try rows.prefix(Self.mostTold).map(problem)
    found.append((entity, IntegrityReport.Group(problems: told, total: rows.count)))
  }

  /// Adds a single problem.
  func add(_ problem: IntegrityProblem, of entity: Int) {
    add([problem], of: entity) { $0 }
  }

  /// The groups entity by entity, of each in the order in which they were found.
  var groups: [IntegrityReport.Group] {
    found.enumerated().sorted { ($0.element.entity, $0.offset) < ($1.element.entity, $1.offset) }
      .map(\.element.group)
  }
}

/// What cannot be read, so that nothing that reads it is tried.
struct DamagedParts {
  private var fields: [String: Set<AttributePath>] = [:]
  private var relationships: Set<RelationshipEnd> = []

  var isEmpty: Bool { fields.isEmpty && relationships.isEmpty }

  mutating func add(_ path: AttributePath, of entity: String) {
    fields[entity, default: []].insert(path)
  }

  mutating func add(_ end: RelationshipEnd) { relationships.insert(end) }

  func contains(_ end: RelationshipEnd) -> Bool { relationships.contains(end) }

  func contains(_ paths: [AttributePath], of entity: String) -> Bool {
    guard let damaged = fields[entity] else { return false }
    return paths.contains(where: damaged.contains)
  }

  /// Whether a rule reads something of it.
  func touches(_ routes: RuleRoutes) -> Bool {
    if isEmpty { return false }
    if routes.asksQuery { return true }
    return routes.readings.contains { reading in
      contains(Array(reading.fields), of: reading.entity)
        || reading.references.contains {
          contains(RelationshipEnd(entity: reading.entity, name: $0))
        }
    }
  }
}
