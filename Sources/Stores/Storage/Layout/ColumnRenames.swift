public import Model

/// The columns of a table that a changed schema calls otherwise: `limit: Double was cap`.
public struct ColumnRenames {
  /// What each renamed column was called.
  public private(set) var formerPaths: [AttributePath: AttributePath] = [:]
  /// What each renamed to-one relationship was called.
  public private(set) var formerReferences: [String: String] = [:]
  private var paths: [AttributePath: AttributePath] = [:]
  private var references: [String: String] = [:]

  /// Nothing was renamed.
  public init() {}

  /// What `entity` calls otherwise than `old`. A former name that stays with a model long after
  /// the change means nothing any more.
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

  /// What the column at `path` was called.
  public func former(_ path: AttributePath) -> AttributePath { formerPaths[path] ?? path }

  /// What the to-one relationship `name` was called.
  public func formerReference(_ name: String) -> String { formerReferences[name] ?? name }

  /// What the column is called that was at `path`.
  public func current(_ path: AttributePath) -> AttributePath { paths[path] ?? path }

  /// What the to-one relationship is called that was `name`.
  public func currentReference(_ name: String) -> String { references[name] ?? name }
}
