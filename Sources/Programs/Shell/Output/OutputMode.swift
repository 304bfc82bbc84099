import Diagnostics
import Formats
import Rendering
import Session
import Storage

/// An output format for results.
public struct OutputMode: Sendable {
  /// The name.
  public let name: String
  /// A short description.
  public let summary: String
  /// Whether the mode is for people: messages and times are printed among the results.
  let isForPeople: Bool
  /// The default text for nil.
  let defaultNullText: String
  /// How expectations are printed for test tools; nil for other modes.
  var testStyle: TestReport.Style? = nil
  /// Prints rows piece by piece.
  let print: @Sendable (any ResultRows, ResultPrinter) throws -> Void

  /// The default mode.
  public static var table: OutputMode { all[0] }

  /// All modes, in the order of the help. The first is the default.
  public static let all =
    humanOutputModes.map { OutputMode($0, isForPeople: true) }
    + FileFormat.writers.map(OutputMode.init(writer:))
    + textOutputModes.map { OutputMode($0, isForPeople: false) }
    + [
      OutputMode(.tap, "tap", "the expectations for test tools, in the Test Anything Protocol"),
      OutputMode(.junit, "junit", "the expectations for test tools, in JUnit's XML"),
    ]

  /// The mode named `name`.
  public static func named(_ name: String) -> OutputMode? {
    all.first { $0.name == name.lowercased() }
  }

  /// The mode for the extension of `path`.
  public static func forFile(_ path: String) -> OutputMode? {
    if let format = FileFormat(path: path) { return named(format.rawValue) }
    let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last?
      .lowercased()
    return ending.flatMap { ending in
      textOutputModes.first { $0.fileEndings.contains(ending) }.flatMap { named($0.name) }
    }
  }

  /// The hint for an unknown mode.
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
    defaultNullText = name == "list" ? "" : RenderingContext().nullText
    print = { rows, printer in
      func print() throws {
        try renderer.render(rows, in: printer.renderingContext) { try printer.write(piece: $0) }
      }
      let console = printer.console
      try console.printsToTerminal ? print() : console.showingProgress(print)
    }
  }

  /// Results are comments of a TAP stream, and not part of JUnit's XML.
  private init(_ style: TestReport.Style, _ name: String, _ summary: String) {
    (self.name, self.summary) = (name, summary)
    isForPeople = false
    testStyle = style
    defaultNullText = RenderingContext().nullText
    let table = humanOutputModes[0]
    print = { rows, printer in
      guard style == .tap else { return }
      var bytes: [UInt8] = []
      try table.render(rows, in: printer.renderingContext) { bytes.append(contentsOf: $0) }
      try printer.write(TestReport.comment(String(decoding: bytes, as: UTF8.self)))
    }
  }

  private init(writer: any ResultWriter) {
    name = writer.format.rawValue
    summary = Self.summary(of: writer.format)
    isForPeople = false
    defaultNullText = ""
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
    case .tsv: "tab-separated values"
    case .json: "an array of objects"
    case .jsonLines: "one JSON object per line"
    }
  }
}
