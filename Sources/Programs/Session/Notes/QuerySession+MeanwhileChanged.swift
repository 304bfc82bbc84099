import Diagnostics
import Model

/// What others have done to the models while this session was open.
extension QuerySession {
  /// Notes how the models differ from those that the last statement left.
  func noteChangedModels() {
    let now = schema
    guard let before = schemaBefore, before != now else { return }
    let differences = differences(from: before, to: now)
    if differences.isEmpty { return }
    changedModelsNote =
      ["the models were changed meanwhile, by another session or process"] + differences
  }

  /// How others have changed the models since the last statement; each change is told once.
  func takeChangedModelsNote() -> [String] {
    defer { changedModelsNote = [] }
    return changedModelsNote
  }

  /// The same failure, which says that the models are others than the user may think.
  func tellingChangedModels(_ error: SessionError) -> SessionError {
    guard !changedModelsNote.isEmpty, case .failed(let findings) = error, let last = findings.last
    else { return error }
    return .failed(findings.dropLast() + [last.adding(help: takeChangedModelsNote())])
  }
}
