/// Why `begin`, `undo` or `redo` has nothing to do, or nothing can be done with what waits.
public enum TransactionError: Error, Hashable, Sendable {
  case alreadyBegun
  /// Others have changed these models since; what waits to be saved does not fit them. It goes on waiting.
  case modelsChanged([String])
  /// Nothing can be taken back; why what was done before cannot, if there was something.
  case nothingToUndo(UndoLossReason?)
  case nothingToRedo

  /// Why statements that were made can no longer be taken back.
  public enum UndoLossReason: Hashable, Sendable {
    /// The records' models are others by now.
    case modelsChanged
    /// The models were migrated to another version; the file as it was lies at `copy`, if anywhere.
    case migrated(copy: String?)
    /// The statement was too large to keep what it changed.
    case tooLarge
    /// The statement took away values that do not fit their types, and were read as nil.
    case misfits
  }
}
