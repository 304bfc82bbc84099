import Diagnostics
import Expressions
import Model
import Storage

/// The rows of a saved query that shows columns of its own, as records of an entity that exists only
/// while the query around runs.
enum DerivedEntity {
  /// No model's name begins so: it could not be told from this.
  private static let prefix = "@rows of "

  /// The entity whose attributes are the columns of `request`, and the request with names for its
  /// columns that differ; the columns that no attribute can keep are named instead if there are any.
  static func entity(
    of request: FetchRequest,
    called name: String
  ) -> (entity: Entity, request: FetchRequest, unfit: [OutputColumn]) {
    var request = request
    request.columns = renamed(request.columns)
    let unfit = request.columns.filter { property($0) == nil }
    let entity = Entity(
      name: prefix + name,
      properties: request.columns.compactMap(property)
    )
    return (entity, request, unfit)
  }

  /// The name that people know an entity by.
  static func shownName(_ entity: String) -> String {
    entity.hasPrefix(prefix) ? String(entity.dropFirst(prefix.count)) : entity
  }

  /// Whether the entity is one of these.
  static func isMade(_ entity: String) -> Bool { entity.hasPrefix(prefix) }

  /// A name that stands there already gets a number, as the columns of files do.
  private static func renamed(_ columns: [OutputColumn]) -> [OutputColumn] {
    var taken = Set(columns.map(\.name))
    var seen: Set<String> = []
    var numbers: [String: Int] = [:]
    return columns.map { column in
      if seen.insert(column.name).inserted { return column }
      var name: String
      repeat {
        let number = (numbers[column.name] ?? 1) + 1
        numbers[column.name] = number
        name = "\(column.name)_\(number)"
      } while taken.contains(name)
      taken.insert(name)
      return OutputColumn(name: name, expression: column.expression)
    }
  }

  private static func property(_ column: OutputColumn) -> Property? {
    switch column.expression.type {
    case .record(let entity):
      return .relationship(
        Relationship(name: column.name, destination: entity, isToMany: false, inverse: "")
      )
    case .composite:
      guard case .composite = column.expression.kind else { return nil }
    case .list(let element) where !element.isScalar:
      return nil
    case .duration, .null, .toMany:
      return nil
    default:
      break
    }
    return .attribute(
      Attribute(name: column.name, type: column.expression.type, isOptional: true)
    )
  }
}

extension Schema {
  /// The names of entities that can be written.
  var writableNames: [String] { entities.map(\.name).filter { !DerivedEntity.isMade($0) } }
}
