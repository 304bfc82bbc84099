public import Storage

private enum MinimumPages: FileOption {
  static var defaultValue: Int { 64 }
}

private enum ModelPath: FileOption {
  static var defaultValue: String? { nil }
}

extension FileOptions {
  /// Smaller tables are read by statements only; larger ones are read from the pages of the file if
  /// that is faster.
  public var minimumPages: Int {
    get { self[MinimumPages.self] }
    set { self[MinimumPages.self] = newValue }
  }

  /// The path of the model of a Core Data store; nil for the store's own model.
  public var modelPath: String? {
    get { self[ModelPath.self] }
    set { self[ModelPath.self] = newValue }
  }
}
