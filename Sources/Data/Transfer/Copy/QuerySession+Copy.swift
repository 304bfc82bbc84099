import Binding
import Context
import Diagnostics
import Model
import Rendering
package import Session
import Storage
import Syntax

/// Copying models and records from another store.
extension QuerySession {
  /// `copy Budget, Expense from other`: copies the models with everything they need, and the
  /// records of the named models with those they require. Records keep their identities; the copy
  /// is one change.
  ///
  /// Links to records that are not copied are left out and reported.
  func copy(_ statement: CopyStatement) throws -> StatementOutcome {
    let other = try openStore(statement.store)
    guard other.session !== self else {
      throw DiagnosticList([
        Diagnostic(
          "`\(other.name)` is the current store",
          at: statement.store.span,
          help: ["`use` another store first, then copy into it"]
        )
      ])
    }
    let models = try statement.models.map { name in try other.session.binder.bindEntity(name).name }
    do {
      return .message(try copy(models, from: other.session, named: other.name))
    } catch {
      throw CopyFailure(statement: statement, store: storeName).placed(error)
    }
  }

  /// Copies models, or all if none is named, and their records from another store. Returns the
  /// message.
  package func copy(
    _ models: [String],
    from other: QuerySession,
    named name: String
  ) throws -> String {
    let copying = try StoreCopying(models, from: other, named: name, settings)
    let lines = try copy(copying, present: schema) + other.invalidValueNotes()
    return lines.joined(separator: "\n")
  }

  /// Copies and describes the result, line by line.
  private func copy(_ copying: StoreCopying, present: Schema) throws -> [String] {
    let counts = try add(copying.models, to: "`\(storeName)`", copying.nextNumbers()) { loader in
      try copying.reader.read { _, records in
        for record in records { try loader.add(record) }
      }
    }
    let known = Set(present.declaredNames)
    let new = copying.models.schema.declaredNames.filter { !known.contains($0) }
    let links = try copying.reader.omittedLinks()
    return [CopyWording.summary(counts, new: new)]
      + CopyWording.lines(renumbered: try copying.reader.renumbered())
      + CopyWording.lines(changed: copying.entities)
      + CopyWording.lines(leftOut: links, copying: copying.names, from: copying.storeName)
  }

  /// The name of the store.
  private var storeName: String {
    openStores?.stores.first { $0.session === self }?.name ?? OpenStore.memoryName
  }
}

/// What to copy from a store.
private struct StoreCopying {
  /// The named models; empty for all.
  let names: [String]
  let storeName: String
  let models: GraphSchema
  let reader: GraphReader
  /// The models in the other store.
  private let others: Schema

  init(
    _ names: [String],
    from session: QuerySession,
    named storeName: String,
    _ settings: SessionSettings
  ) throws {
    self.names = names
    self.storeName = storeName
    others = session.schema
    let context = settings.evaluationContext()
    let all = try GraphSchema(session.schema.declarations(), settings.bindingOptions)
    guard !names.isEmpty else {
      models = all
      reader = try session.modelContext.graphReader(context)
      return
    }
    models = try all.restricted(to: names)
    let roots = names.filter { session.schema.root(of: $0) == $0 }
    let kinds = names.filter { session.schema.root(of: $0) != $0 }
    reader = try session.modelContext.graphReader(
      ofAll: roots,
      and: try kinds.flatMap { try session.records(foundBy: session.binder.request(forAll: $0)) },
      context
    )
  }

  /// The copied models, as in the other store.
  var entities: [Entity] { others.entities.filter { models.schema.entity($0.name) != nil } }

  /// The numbers of the next new records of the copied models.
  func nextNumbers() throws -> [String: Int64] {
    Dictionary(
      try reader.nextNumbers().filter { models.schema.entity($0.entity) != nil }
        .map { ($0.entity, $0.number) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
