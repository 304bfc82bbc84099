public import Storage

/// One way to print a result for people.
public protocol ResultRenderer: Sendable {
  /// The name by which `.mode` knows it.
  var name: String { get }
  /// What it is for, in a few words.
  var summary: String { get }
  /// What the names of files in this form end with, lower-case and without the dot; results are exported in
  /// it where there are some.
  var fileEndings: [String] { get }
  /// Prints `rows` by handing pieces of text to `write`.
  ///
  /// Throws what the store and `write` throw; what was written by then stays written.
  func render(
    _ rows: any ResultRows,
    in context: RenderingContext,
    to write: (String) throws -> Void
  ) throws
}

extension ResultRenderer {
  /// A form that is only shown.
  public var fileEndings: [String] { [] }
}

/// The output modes made for people, in the order in which they are listed.
public let humanOutputModes: [any ResultRenderer] = [
  TableMode.table,
  TableMode.box,
  LineMode(),
]

/// The output modes that other texts take in: nothing is left out, and nothing stands around them.
public let textOutputModes: [any ResultRenderer] = [
  MarkdownMode(),
  HTMLMode(),
  ListMode(),
]
