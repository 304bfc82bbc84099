#if SwiftData
  import Context
  import Martlet
  import Model
  import Storage

  enum SaveFailure {
    /// The error of a save, with both records of each conflict.
    static func named(_ error: any Error) -> any Error {
      guard let failure = error as? ChangeFailure else { return error }
      let conflicts = failure.problems.compactMap { conflict($0, failure) }
      return SwiftDataError(
        .modelValidationFailure,
        "\(error)" + conflicts.map { "\nhelp: \($0)" }.joined()
      )
    }

    /// The error of a save after which a store could not be restored.
    static func notRestored(
      _ store: String,
      _ failure: any Error,
      _ reason: any Error
    ) -> any Error {
      var text = "\(reason)".dropping("error: ")
      if case StoreError.outdated = reason { text = "another context has changed it since" }
      return SwiftDataError(
        .modelValidationFailure,
        "\(named(failure))\n"
          + "note: the store `\(store)` was saved before that, and cannot be restored: \(text)"
      )
    }

    private static func conflict(_ problem: ChangeProblem, _ failure: ChangeFailure) -> String? {
      switch problem {
      case .taken(let record, let kind, let attributes, _, let other, _),
        .repeated(let record, let kind, let attributes, _, let other, _):
        let key = attributes.map { "`\($0)`" }.joined(separator: ", ")
        let name = failure.newRecords[record] == nil ? "\(record)" : "the new \(kind)"
        return "\(name) and \(other) have the same \(key); change one of them, or delete it first"
      default: return nil
      }
    }
  }

  extension String {
    func dropping(_ prefix: String) -> String {
      hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
  }
#endif
