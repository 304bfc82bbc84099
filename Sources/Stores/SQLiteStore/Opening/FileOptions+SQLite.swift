public import Storage

private enum FewestPages: FileOption {
  static var usual: Int { 64 }
}

private enum ModelPath: FileOption {
  static var usual: String? { nil }
}

extension FileOptions {
  /// Tables with fewer pages are read by statements alone; larger ones are read from the pages of the file
  /// where that is sooner.
  public var fewestPages: Int {
    get { self[FewestPages.self] }
    set { self[FewestPages.self] = newValue }
  }

  /// Where the model of a Core Data file is, if it is not to be the one that the file has itself.
  public var modelPath: String? {
    get { self[ModelPath.self] }
    set { self[ModelPath.self] = newValue }
  }
}
