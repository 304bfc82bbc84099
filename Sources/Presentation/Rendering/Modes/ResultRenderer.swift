public import Files
public import Storage

/// An output format for people.
public protocol ResultRenderer: Sendable {
  /// The name for `.mode`.
  var name: String { get }
  /// A short description.
  var summary: String { get }
  /// The file extensions of the format, in lower case and without the dot. Results can be exported
  /// in a format that has some.
  var fileEndings: [String] { get }
  /// Prints `rows` by passing bytes to `sink`.
  ///
  /// Throws the errors of the store and of `sink`; text written before an error is not removed.
  func render(
    _ rows: any ResultRows,
    in context: RenderingContext,
    to sink: ByteSink
  ) throws
}

extension ResultRenderer {
  /// None: the format is not for files.
  public var fileEndings: [String] { [] }
}

/// The output modes for people, in the order of listings.
public let humanOutputModes: [any ResultRenderer] = [
  TableMode.table,
  TableMode.box,
  LineMode(),
]

/// The output modes for other documents, which are complete and have no footer.
public let textOutputModes: [any ResultRenderer] = [
  MarkdownMode(),
  HTMLMode(),
  ListMode(),
]
