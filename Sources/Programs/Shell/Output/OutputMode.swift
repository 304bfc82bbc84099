import Diagnostics
import Formats
import Rendering
import Session
import Storage

/// A form in which results are printed.
public struct OutputMode: Sendable {
  /// The name by which it is chosen.
  public let name: String
  /// What it looks like, in a few words.
  public let summary: String
  /// Whether people read it: messages and times stand among the results.
  let isForPeople: Bool
  /// What stands for nil unless something else is wished.
  let usualNullText: String
  /// Prints rows, piece by piece.
  let print: @Sendable (any ResultRows, ResultPrinter) throws -> Void

  /// The mode that is used unless another is chosen.
  public static var table: OutputMode { all[0] }

  /// All modes, in the order in which help lists them; the first is the usual one.
  public static let all =
    humanOutputModes.map { OutputMode($0, isForPeople: true) }
    + FileFormat.writers.map(OutputMode.init(writer:))
    + textOutputModes.map { OutputMode($0, isForPeople: false) }

  /// The mode called `name`.
  public static func named(_ name: String) -> OutputMode? {
    all.first { $0.name == name.lowercased() }
  }

  /// The mode of files that are called like the one at `path`.
  public static func forFile(_ path: String) -> OutputMode? {
    FileFormat(path: path).flatMap { named($0.rawValue) }
  }

  /// What to say where there is no mode called `name`.
  public static func hint(for name: String) -> String {
    didYouMean(nearestNames(to: name, in: all.map(\.name)))
      ?? "the modes are \(all.map(\.name).joined(separator: ", "))"
  }
}

extension OutputMode {
  private init(_ renderer: any ResultRenderer, isForPeople: Bool) {
    name = renderer.name
    summary = renderer.summary
    self.isForPeople = isForPeople
    usualNullText = name == "list" ? "" : RenderingContext().nullText
    print = { rows, printer in
      try renderer.render(rows, in: printer.renderingContext) { try printer.write($0) }
    }
  }

  private init(writer: any ResultWriter) {
    name = writer.format.rawValue
    summary = Self.summary(of: writer.format)
    isForPeople = false
    usualNullText = ""
    print = { rows, printer in
      let cancellation = printer.console.session.cancellation
      let writer = printer.console.settings.hasHeadings ? writer : writer.withoutHeadings
      guard printer.console.printsToTerminal else {
        return try printer.console.showingProgress {
          try writer.write(rows, cancellation: cancellation) { try printer.write($0) }
        }
      }
      var bytes = TerminalBytes(writer.format)
      try writer.write(rows, cancellation: cancellation) { try printer.write(bytes.add($0)) }
      try printer.write(bytes.rest)
    }
  }

  private static func summary(of format: FileFormat) -> String {
    switch format {
    case .csv: "comma-separated values (RFC 4180)"
    case .tsv: "the same with tabs"
    case .json: "an array of objects"
    case .jsonLines: "an object a line"
    }
  }
}
