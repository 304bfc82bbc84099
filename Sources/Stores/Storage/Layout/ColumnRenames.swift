public import Model

/// The columns that a schema change renames: `limit: Double was cap`.
public struct ColumnRenames {
  /// The old path of each renamed column, by its new one.
  public private(set) var formerPaths: [AttributePath: AttributePath] = [:]
  /// The old name of each renamed to-one relationship, by its new one.
  public private(set) var formerReferences: [String: String] = [:]
  private var paths: [AttributePath: AttributePath] = [:]
  private var references: [String: String] = [:]

  /// Creates an empty list.
  public init() {}

  /// Finds the columns of `entity` that have another name in `old`. Ignores old names that no
  /// longer match a column.
  public init(of entity: Entity, from old: TableLayout) {
    for attribute in entity.attributes {
      guard let former = attribute.oldName else { continue }
      for field in StoredField.leaves(of: attribute) {
        let formerPath = AttributePath([former] + field.path.components.dropFirst())
        guard old.place(of: field.path) == nil, old.place(of: formerPath) != nil else { continue }
        formerPaths[field.path] = formerPath
        paths[formerPath] = field.path
      }
    }
    for relationship in entity.relationships {
      guard let former = relationship.oldName, old.referencePlace(of: relationship.name) == nil,
        old.referencePlace(of: former) != nil
      else { continue }
      formerReferences[relationship.name] = former
      references[former] = relationship.name
    }
  }

  /// The old path of the column at `path`.
  public func former(_ path: AttributePath) -> AttributePath { formerPaths[path] ?? path }

  /// The old name of the to-one relationship `name`.
  public func formerReference(_ name: String) -> String { formerReferences[name] ?? name }

  /// The new path of the column that was at `path`.
  public func current(_ path: AttributePath) -> AttributePath { paths[path] ?? path }

  /// The new name of the to-one relationship that was `name`.
  public func currentReference(_ name: String) -> String { references[name] ?? name }
}
