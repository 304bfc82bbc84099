public import Model

/// The columns that a schema change renames: `limit: Double was cap`.
public struct ColumnRenames {
  /// The old path of each renamed column, by its new one.
  public private(set) var oldPaths: [AttributePath: AttributePath] = [:]
  /// The old name of each renamed to-one relationship, by its new one.
  public private(set) var oldReferences: [String: String] = [:]
  private var paths: [AttributePath: AttributePath] = [:]
  private var references: [String: String] = [:]

  /// Creates an empty list.
  public init() {}

  /// Finds the columns of `entity` that have another name in `old`. Ignores old names that no
  /// longer match a column.
  public init(of entity: Entity, from old: TableLayout) {
    for attribute in entity.attributes {
      guard let previous = attribute.oldName else { continue }
      for field in StoredField.leaves(of: attribute) {
        let oldPath = AttributePath([previous] + field.path.components.dropFirst())
        guard old.place(of: field.path) == nil, old.place(of: oldPath) != nil else { continue }
        oldPaths[field.path] = oldPath
        paths[oldPath] = field.path
      }
    }
    for relationship in entity.relationships {
      guard let previous = relationship.oldName, old.referencePlace(of: relationship.name) == nil,
        old.referencePlace(of: previous) != nil
      else { continue }
      oldReferences[relationship.name] = previous
      references[previous] = relationship.name
    }
  }

  /// The old path of the column at `path`.
  public func previous(_ path: AttributePath) -> AttributePath { oldPaths[path] ?? path }

  /// The old name of the to-one relationship `name`.
  public func oldReference(_ name: String) -> String { oldReferences[name] ?? name }

  /// The new path of the column that was at `path`.
  public func current(_ path: AttributePath) -> AttributePath { paths[path] ?? path }

  /// The new name of the to-one relationship that was `name`.
  public func currentReference(_ name: String) -> String { references[name] ?? name }
}
