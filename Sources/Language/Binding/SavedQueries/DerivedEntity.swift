import Diagnostics
import Expressions
import Model
import Storage

/// The rows of a saved query with its own columns, as records of a temporary entity.
enum DerivedEntity {
  /// No model's name starts like this.
  private static let prefix = "@rows of "

  /// The entity whose attributes are the columns of `request`, the request with unique column
  /// names, and the columns that cannot be attributes.
  static func entity(
    of request: FetchRequest,
    called name: String
  ) -> (entity: Entity, request: FetchRequest, unusable: [OutputColumn]) {
    var request = request
    request.columns = renamed(request.columns)
    let unusable = request.columns.filter { property($0) == nil }
    let entity = Entity(
      name: prefix + name,
      properties: request.columns.compactMap(property)
    )
    return (entity, request, unusable)
  }

  /// The name of an entity for messages.
  static func shownName(_ entity: String) -> String {
    entity.hasPrefix(prefix) ? String(entity.dropFirst(prefix.count)) : entity
  }

  /// Whether the entity is derived from a query.
  static func isDerived(_ entity: String) -> Bool { entity.hasPrefix(prefix) }

  /// A name that another column has in another Unicode normalization: `é` as one character and as
  /// two. Nobody sees which one a query means.
  static func confusableName(in columns: [OutputColumn]) -> String? {
    // Equality of strings ignores the normalization.
    var known: [String: String] = [:]
    return columns.map(\.name).first { name in
      guard let first = known[name] else {
        known[name] = name
        return false
      }
      return !first.utf8.elementsEqual(name.utf8)
    }
  }

  /// Appends numbers to duplicate names.
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
  /// The names of entities that statements can use.
  var writableNames: [String] { entities.map(\.name).filter { !DerivedEntity.isDerived($0) } }
}
