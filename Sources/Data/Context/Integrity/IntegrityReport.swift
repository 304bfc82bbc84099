import Model
import Storage

/// The violations of the schema found in a store.
public struct IntegrityReport: Hashable, Sendable {
  /// Problems of the same kind, such as all records that violate one rule.
  public struct Group: Hashable, Sendable {
    /// The first problems in identity order.
    public let problems: [IntegrityProblem]
    /// The total number of problems.
    public let total: Int
  }

  /// The groups by model, in declared order.
  public let groups: [Group]
  /// The number of checked models.
  public let modelCount: Int
  /// The number of checked records.
  public let recordCount: Int

  /// The total number of problems.
  public var total: Int { groups.reduce(0) { $0 + $1.total } }

  /// Whether the check found no problems.
  public var isSound: Bool { groups.isEmpty }

  /// The report with another problem at the end.
  func adding(_ problem: IntegrityProblem) -> IntegrityReport {
    IntegrityReport(
      groups: groups + [Group(problems: [problem], total: 1)],
      modelCount: modelCount,
      recordCount: recordCount
    )
  }
}

/// Collects problems. Keeps only the first ones of each kind, to limit memory.
final class IntegrityFindings {
  /// The maximum number of problems to keep in a group.
  private static let maxReported = 10

  private var found: [(entity: Int, group: IntegrityReport.Group)] = []

  /// Adds the problems of some rows of the entity at index `entity` of the schema.
  func add<Row>(
    _ rows: [Row],
    of entity: Int,
    _ problem: (Row) throws -> IntegrityProblem
  ) rethrows {
    if rows.isEmpty { return }
    let reported = try rows.prefix(Self.maxReported).map(problem)
    found.append((entity, IntegrityReport.Group(problems: reported, total: rows.count)))
  }

  /// Adds a single problem.
  func add(_ problem: IntegrityProblem, of entity: Int) {
    add([problem], of: entity) { $0 }
  }

  /// The groups by entity, then in the order they were found.
  var groups: [IntegrityReport.Group] {
    found.enumerated().sorted { ($0.element.entity, $0.offset) < ($1.element.entity, $1.offset) }
      .map(\.element.group)
  }
}

/// Unreadable parts of a store; checks that read them are skipped.
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

  /// Whether a rule reads a damaged part.
  func touches(_ routes: RuleRoutes) -> Bool {
    if isEmpty { return false }
    if routes.containsQuery { return true }
    return routes.readings.contains { reading in
      contains(Array(reading.fields), of: reading.entity)
        || reading.references.contains {
          contains(RelationshipEnd(entity: reading.entity, name: $0))
        }
    }
  }
}
