import Binding
import Context
import Diagnostics
import Model
import Rendering
import Session
import Storage
import Syntax

/// Copying models and records out of another store.
extension QuerySession {
  /// `copy Budget, Expense from other`: the models with all that they need, and the records of those
  /// that are named with those that they cannot be without, under their own identities, as one change.
  ///
  /// Links to records that are not copied are left out, and said to be.
  func copy(_ statement: CopyStatement) throws -> StatementOutcome {
    let other = try openStore(statement.store)
    guard other.session !== self else {
      throw DiagnosticList([
        Diagnostic(
          "`\(other.name)` is the current store itself",
          at: statement.store.span,
          help: ["`use` another store first, and copy into that"]
        )
      ])
    }
    let models = try statement.models.map { name in try other.session.binder.bindEntity(name).name }
    do {
      let copying = try StoreCopying(models, from: other, settings)
      let lines = try copy(copying, present: schema) + other.session.invalidValueNotes()
      return .message(lines.joined(separator: "\n"))
    } catch {
      throw CopyFailure(statement, into: storeName).placed(error)
    }
  }

  /// What became of it, in lines.
  private func copy(_ copying: StoreCopying, present: Schema) throws -> [String] {
    let counts = try add(copying.models, to: "`\(storeName)`", copying.nextNumbers()) { loader in
      try copying.reader.read { _, records in
        for record in records { try loader.add(record) }
      }
    }
    let known = Set(present.declaredNames)
    let new = copying.models.schema.declaredNames.filter { !known.contains($0) }
    let links = try copying.reader.linksLeftOut()
    return [CopyWording.summary(counts, new: new)]
      + CopyWording.lines(renumbered: try copying.reader.renumbered())
      + CopyWording.lines(changed: copying.entities)
      + CopyWording.lines(leftOut: links, copying: copying.names, from: copying.storeName)
  }

  /// What the store is called.
  private var storeName: String {
    shelf?.stores.first { $0.session === self }?.name ?? OpenStore.memoryName
  }
}

/// What is copied out of a store.
private struct StoreCopying {
  /// The models that are named; empty for all.
  let names: [String]
  let storeName: String
  let models: GraphSchema
  let reader: GraphReader
  /// The models as the other store has them.
  private let others: Schema

  init(_ names: [String], from store: OpenStore, _ settings: SessionSettings) throws {
    self.names = names
    storeName = store.name
    let session = store.session
    others = session.schema
    let context = settings.evaluationContext()
    let all = try GraphSchema(session.schema.declarations(), settings.bindingOptions)
    guard !names.isEmpty else {
      models = all
      reader = try session.modelContext.graphReader(context)
      return
    }
    models = try all.restricted(to: names)
    let (roots, kinds) = names.partitioned { session.schema.root(of: $0) == $0 }
    reader = try session.modelContext.graphReader(
      ofAll: roots,
      and: try kinds.flatMap { try session.records(foundBy: session.binder.request(forAll: $0)) },
      context
    )
  }

  /// The models that are copied, as the other store has them.
  var entities: [Entity] { others.entities.filter { models.schema.entity($0.name) != nil } }

  /// The numbers that new records get of the models that are copied.
  func nextNumbers() throws -> [String: Int64] {
    Dictionary(
      try reader.nextNumbers().filter { models.schema.entity($0.entity) != nil }
        .map { ($0.entity, $0.number) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension [String] {
  /// Those for which `isFirst` holds, and the others.
  fileprivate func partitioned(by isFirst: (String) -> Bool) -> ([String], [String]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
