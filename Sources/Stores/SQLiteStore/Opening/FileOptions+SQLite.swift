public import Storage

private enum FewestPages: FileOption {
  static var usual: Int { 64 }
}

private enum ModelPath: FileOption {
  static var usual: String? { nil }
}

extension FileOptions {
  /// Smaller tables are read by statements only; larger ones are read from the pages of the file if
  /// that is faster.
  public var fewestPages: Int {
    get { self[FewestPages.self] }
    set { self[FewestPages.self] = newValue }
  }

  /// The path of the model of a Core Data store; nil for the store's own model.
  public var modelPath: String? {
    get { self[ModelPath.self] }
    set { self[ModelPath.self] = newValue }
  }
}
