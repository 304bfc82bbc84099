import Binding
import Diagnostics
import Foundation
import Model
import Platform
import Session
import Storage

/// The models of `--models`: Swift sources of an app, or declarations.
struct AppModels: Sendable {
  private let graph: GraphSchema
  private let additions: ModelAdditions

  /// Reads declarations, and translates Swift files with `martlet-models`.
  init(files: [String]) throws(SessionError) {
    for file in files where !FileSystem.exists(file) {
      throw Self.failure(
        "cannot read \(file.debugDescription): no such file",
        help: "`--models` takes Swift files with models, their folder, or a file of declarations"
      )
    }
    let swift = files.filter { $0.hasSuffix(".swift") || Self.isFolder($0) }
    var texts = swift.isEmpty ? [] : [try ModelsProgram.declarations(of: swift)]
    for file in files where !swift.contains(file) { texts.append(try Self.text(file)) }
    do throws(GraphSchema.Failure) {
      graph = try GraphSchema(texts.joined(separator: "\n"), BindingOptions())
    } catch {
      throw .failed(
        error.problems.map { problem in
          Diagnostic(
            .error,
            "cannot use the models, line \(problem.line): \(problem.message)",
            at: nil
          )
        }
      )
    }
    additions = ModelAdditions(graph.models)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func text(_ file: String) throws(SessionError) -> String {
    do {
      return try String(contentsOfFile: file, encoding: .utf8)
    } catch {
      throw failure(
        "cannot read \(file.debugDescription): it is not a text in UTF-8",
        help: "`--models` takes Swift files with models, their folder, or a file of declarations"
      )
    }
  }

  static let refusedInSafeMode = failure(
    "`--models` runs a program, and `--safe` allows none",
    help: "translate the models first: `martlet-models Models.swift > models.fetch`"
  )

  static func failure(_ message: String, help: String...) -> SessionError {
    .failed([Diagnostic(.error, message, at: nil, help: help)])
  }

  /// The store with the models' computed attributes and rules, and notes on those that do not fit.
  func extending(_ store: any Store) -> (store: any Store, notes: [String]) {
    let names = store.schema.entities.map(\.name)
    let declared = graph.schema.entities.map(\.name)
    guard declared.contains(where: names.contains) else {
      return (store, ["the store has none of the models \(declared.joined(separator: ", "))"])
    }
    let notes = additions.added(to: store.schema).failures.map { failure in
      let reason = failure.findings.first?.message ?? "it does not fit"
      let member = failure.attribute ?? "check \(failure.rule ?? "")"
      return "`\(member)` of \(failure.model) is missing: \(reason)"
    }
    return (ReadOnlyStore(store, adding: additions), notes)
  }

  /// Declares the models in a store without models.
  func declare(in session: QuerySession) throws(SessionError) {
    do {
      try session.adding(graph, named: "memory") { change in
        try session.store.writable().apply(change)
      }
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

extension StoreOpening {
  /// The same, with the models' computed attributes and rules in each file.
  func adding(_ models: AppModels) -> StoreOpening {
    let open = openFile
    return StoreOpening(
      makeMemoryStore: makeMemoryStore,
      openFile: { path, options in
        let file = try open(path, options)
        let (store, notes) = models.extending(file.store)
        return OpenedFile(
          store: store,
          isReadOnly: true,
          notes: file.notes + notes,
          place: file.place,
          setBusyTimeout: file.setBusyTimeout
        )
      },
      isNewFile: isNewFile,
      factsOfNewFile: factsOfNewFile,
      withoutPassword: withoutPassword
    )
  }
}
