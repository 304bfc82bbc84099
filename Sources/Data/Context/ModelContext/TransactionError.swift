/// Why `begin`, `undo`, `redo` or `save` is not possible.
public enum TransactionError: Error, Hashable, Sendable {
  case alreadyBegun
  /// Other programs have changed these models, so that the pending changes do not fit. They remain
  /// pending.
  case modelsChanged([String])
  /// There is nothing to undo; the reason if there was something before.
  case nothingToUndo(UndoLossReason?)
  case nothingToRedo

  /// Why earlier statements cannot be undone.
  public enum UndoLossReason: Hashable, Sendable {
    /// The models have changed.
    case modelsChanged
    /// The models were migrated; `copy` is the path of the backup, if there is one.
    case migrated(copy: String?)
    /// The statement changed too many values.
    case tooLarge
    /// More statements than are kept followed.
    case tooMany(limit: Int)
    /// The statement replaced invalid values, which were read as nil.
    case invalidValues
  }
}
