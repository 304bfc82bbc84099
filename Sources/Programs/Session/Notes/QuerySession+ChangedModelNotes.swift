import Diagnostics
import Model

/// Notes about models that others changed while this session was open.
extension QuerySession {
  /// Records how the models differ from those after the last statement.
  func noteChangedModels() {
    let now = schema
    guard let before = schemaBefore, before != now else { return }
    let differences = differences(from: before, to: now)
    if differences.isEmpty { return }
    changedModelsNote =
      ["another session or process changed the models"] + differences
  }

  /// How others changed the models since the last statement; each change is returned once.
  func takeChangedModelsNote() -> [String] {
    defer { changedModelsNote = [] }
    return changedModelsNote
  }

  /// The error, with a note if others changed the models.
  func addingChangedModels(_ error: SessionError) -> SessionError {
    guard !changedModelsNote.isEmpty, case .failed(let findings) = error, let last = findings.last
    else { return error }
    return .failed(findings.dropLast() + [last.adding(help: takeChangedModelsNote())])
  }
}
