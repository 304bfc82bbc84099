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

  /// Copies the named models, or all, and their records from another store. Returns the
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
    guard !modelContext.hasChanges, !modelContext.isInTransaction else {
      throw CopyRefusal.pendingChanges
    }
    let counts = try adding(copying.models, named: "`\(storeName)`") { change in
      try modelContext.add(copying.records, declaring: change, settings.evaluationContext())
    }
    let known = Set(present.declaredNames)
    let new = copying.models.schema.declaredNames.filter { !known.contains($0) }
    let links = try copying.records.omittedLinks()
    return [CopyWording.summary(counts, new: new)]
      + CopyWording.lines(unreadable: copying.records.unreadable)
      + CopyWording.lines(renumbered: copying.records.renumbered)
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
  let models: SchemaText
  let records: RecordCopy
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
    let all = try SchemaText(session.schema.declarations(), settings.bindingOptions)
    guard !names.isEmpty else {
      models = all
      records = try session.modelContext.copyOfAll(context)
      return
    }
    models = try all.restricted(to: names)
    let roots = names.filter { session.schema.root(of: $0) == $0 }
    let kinds = names.filter { session.schema.root(of: $0) != $0 }
    records = try session.modelContext.copy(
      ofAll: roots,
      and: try kinds.flatMap { try session.records(foundBy: session.binder.request(forAll: $0)) },
      context
    )
  }

  /// The copied models, as in the other store.
  var entities: [Entity] { others.entities.filter { models.schema.entity($0.name) != nil } }
}
