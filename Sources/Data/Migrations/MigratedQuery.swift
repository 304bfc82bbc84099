import Binding
import Diagnostics
import Expressions
import Model
import Session
import Storage
import Syntax

/// A saved query, updated for renamed models and members.
struct MigratedQuery {
  /// The updated query.
  let query: SavedQuery
  /// Whether its text changed.
  let isChanged: Bool
  /// Why the query no longer works; nil if it does, or did not before either.
  let fault: String?
}

/// Updates saved queries for renamed models, members and cases.
struct QueryMigrator {
  private let old: Schema
  private let new: Schema
  private let options: BindingOptions
  private let models: ModelRenames
  /// For each model by its new name, the new names of the members it declares by their old ones.
  private let renames: [String: [String: String]]

  init(from old: Schema, to new: Schema, _ models: ModelRenames, _ options: BindingOptions) {
    (self.old, self.new, self.models, self.options) = (old, new, models, options)
    renames = new.renames(since: models.schema(old))
  }

  /// The updated queries.
  func followed(_ queries: [SavedQuery]) -> [MigratedQuery] {
    let before = binder(old, queries)
    let after = queries.map { followed($0, before) }
    let now = binder(new, after)
    return zip(queries, after).map { query, followed in
      let wasFine = before.fault(of: query) == nil
      return MigratedQuery(
        query: followed,
        isChanged: followed.text != query.text,
        fault: wasFine ? now.fault(of: followed) : nil
      )
    }
  }

  private func binder(_ schema: Schema, _ queries: [SavedQuery]) -> Binder {
    var options = options
    options.savedQueries = queries
    options.waitingModels = [:]
    return Binder(schema: schema, options: options)
  }

  private func followed(_ query: SavedQuery, _ binder: Binder) -> SavedQuery {
    // Spans refer to the saved text, not to the statement that was entered.
    guard !renames.isEmpty || !models.isEmpty,
      let parsed = SavedQueries.query(query.text, schema: old)
    else {
      return query
    }
    let source = SourceText(name: "", text: query.text)
    var bytes = Array(query.text.utf8)
    var isChanged = false
    for use in (owner(query) + binder.memberUses(of: parsed)).reversed() {
      guard let name = newName(of: use), use.span.upperBound <= bytes.count,
        source.text(in: use.span) != name
      else { continue }
      // A case may be written as a string.
      let isText = source.text(in: use.span).hasPrefix("\"")
      bytes.replaceSubrange(
        use.span.lowerBound..<use.span.upperBound,
        with: Array((isText ? FailureWording.text(.string(name)) : quotedIfNeeded(name)).utf8)
      )
      isChanged = true
    }
    guard isChanged else { return query }
    return SavedQueries.query(String(decoding: bytes, as: UTF8.self), schema: new) ?? query
  }

  private func newName(of use: MemberUses.Use) -> String? {
    guard let member = use.member else { return models.names[use.entity] }
    if let cases = models.cases[use.entity] { return cases[member] }
    return old.lineage(of: use.entity).lazy
      .compactMap { renames[models.name($0)]?[member] }.first
  }

  /// The model in the query's name: `let Budget.large = …`.
  private func owner(_ query: SavedQuery) -> [MemberUses.Use] {
    guard let entity = query.entity else { return [] }
    var parser = ScriptParser(SourceText(name: "", text: query.text))
    guard case .statement(let statement)? = parser.next(),
      case .saveQuery(let saved) = statement.kind, let name = saved.entity
    else { return [] }
    return [MemberUses.Use(span: name.span, entity: entity, member: nil)]
  }
}

extension Schema {
  /// For each model, the new names of its renamed members by their names in `old`.
  func renames(since old: Schema) -> [String: [String: String]] {
    var renames: [String: [String: String]] = [:]
    for entity in entities {
      guard let previous = old.entity(entity.name) else { continue }
      for property in entity.ownProperties {
        guard let name = property.oldName, previous.property(name) != nil,
          previous.property(property.name) == nil
        else { continue }
        renames[entity.name, default: [:]][name] = property.name
      }
    }
    return renames
  }
}
