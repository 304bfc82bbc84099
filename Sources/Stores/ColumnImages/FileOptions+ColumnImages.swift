public import Storage

private enum ColumnImagesOption: FileOption {
  static var defaultValue: ColumnImageCache? { nil }
}

extension FileOptions {
  /// The images of columns; nil for none, as by default.
  public var columnImages: ColumnImageCache? {
    get { self[ColumnImagesOption.self] }
    set { self[ColumnImagesOption.self] = newValue }
  }
}
