public import Diagnostics
import Files
import Formats
import Foundation
import Model
import Rendering
public import Session
import Storage

/// Shows outcomes of statements as HTML.
public struct OutcomeHTML {
  /// Where the elements are shown.
  public enum Place: Sendable {
    /// On a page with a script that sorts tables.
    case page
    /// In a notebook, which runs no scripts.
    case notebook
  }

  private let place: Place
  private let context: RenderingContext
  private let cancellation: CancellationFlag

  /// The number of rows that are shown.
  static let shownRows = 200
  /// The number of rows that a script can sort and show.
  private static let sortableRows = 20_000
  /// Longer CSV files are not part of a page.
  private static let maximumDownload = 1 << 25

  /// Creates HTML for a place, with the settings of a session.
  public init(_ place: Place, _ session: QuerySession) {
    self.place = place
    context = RenderingContext(timeZone: session.settings.timeZone)
    cancellation = session.cancellation
  }

  /// The elements for an outcome. Throws the errors of reading its rows.
  public func elements(_ outcome: StatementOutcome, name: String) throws -> String {
    switch outcome.answer {
    case .rows(let rows): try table(rows, name)
    case .charted(let charted): try chart(charted, name)
    case .value(let value, _):
      "<p class=\"value\">\(htmlEscaped(context.values.string(value)))</p>\n"
    case .message(let text): message(text)
    case .report(let report): ReportHTML.elements(report)
    case .watch(let watched): try table(watched.rows, name)
    case .expectation(let result): result.isMet ? message("as expected") : ""
    }
  }

  /// A remark, in lines.
  public func message(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      .map { htmlEscaped(escapedForTerminal(String($0))) }
    return lines.isEmpty ? "" : "<p class=\"message\">\(lines.joined(separator: "<br>"))</p>\n"
  }

  /// Text of a command, as it is.
  public func text(_ text: String) -> String {
    "<pre class=\"text\">\(htmlEscaped(text))</pre>\n"
  }

  /// Errors and warnings, with the place in the source.
  public func findings(_ diagnostics: [Diagnostic], in source: SourceText?) -> String {
    let text = DiagnosticRenderer().render(diagnostics, in: source)
    return "<pre class=\"error\" role=\"alert\">\(htmlEscaped(text))</pre>\n"
  }

  // MARK: Charts

  private func chart(_ charted: any RowsWithChart, _ name: String) throws -> String {
    guard let picture = try charted.picture() else { return try table(charted.rows, name) }
    let data = Data(picture.svg.utf8).base64EncodedString()
    let description = htmlEscaped(picture.description)
    let rows = try table(charted.rows, name)
    return """
      <figure>
      <img src="data:image/svg+xml;base64,\(data)" alt="\(description)">
      </figure>
      <details><summary>The rows of the chart</summary>
      \(rows)</details>

      """
  }

  // MARK: Tables

  private func table(_ rows: any ResultRows, _ name: String) throws -> String {
    guard rows.rowCount > 0 else { return message("no rows") }
    let isWhole = rows.rowCount <= Self.shownRows
    let head = rows.headers.map { header in
      let style = header.type.isNumeric ? " class=\"number\"" : ""
      return "<th scope=\"col\"\(style)>\(htmlEscaped(escapedForTerminal(header.name)))</th>"
    }
    var table = """
      <div class="result"><table>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(try elements(of: rows.first(Self.shownRows)))</tbody>
      </table>
      """
    if place == .page, !isWhole, rows.rowCount <= Self.sortableRows {
      table += "\n<template>\(try elements(of: rows))</template>"
    }
    return table + "</div>\n" + (try footer(rows, name))
  }

  private func elements(of rows: any ResultRows) throws -> String {
    var bytes: [UInt8] = []
    try HTMLRows(rows).write(in: context) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func footer(_ rows: any ResultRows, _ name: String) throws -> String {
    let all = counted(rows.rowCount, "row")
    let isWhole = rows.rowCount <= Self.shownRows
    var text = isWhole ? all : "The first \(groupedDigits(Self.shownRows)) of \(all)"
    if place == .page {
      if let csv = try csv(rows) {
        text +=
          " · <a download=\"\(htmlEscaped(name)).csv\" href=\"data:text/csv;base64,\(csv)\">"
          + "\(isWhole ? "CSV" : "All as CSV")</a>"
      } else {
        text += " · too many for a download; <code>export</code> writes a file"
      }
    }
    return "<p class=\"count\">\(text)</p>\n"
  }

  /// The rows as CSV in Base64; nil if they are too long.
  private func csv(_ rows: any ResultRows) throws -> String? {
    guard let writer = FileFormat.csv.writer else { return nil }
    var data = Data()
    do {
      try writer.write(rows, cancellation: cancellation) { piece in
        data.append(contentsOf: piece)
        if data.count > Self.maximumDownload { throw TooLong() }
      }
    } catch is TooLong {
      return nil
    }
    return data.base64EncodedString()
  }

  private struct TooLong: Error {}
}

/// Shows reports of `explain`, `trace` and `preview` as trees that can be folded.
enum ReportHTML {
  static func elements(_ report: Report) -> String {
    report.sections.map { section in
      let blocks = section.blocks.map(elements).joined()
      guard !section.title.isEmpty else { return blocks }
      return """
        <details open class="section"><summary>\(htmlEscaped(section.title))</summary>
        \(blocks)</details>

        """
    }.joined()
  }

  private static func elements(_ block: ReportBlock) -> String {
    switch block {
    case .tree(let roots): "<ul class=\"tree\">\(roots.map(item).joined())</ul>\n"
    case .source(let lines):
      "<pre class=\"text\">\(htmlEscaped(lines.joined(separator: "\n")))</pre>\n"
    case .remark(let text): "<p class=\"message\">\(htmlEscaped(text))</p>\n"
    case .gap: ""
    }
  }

  private static func item(_ tree: ReportTree) -> String {
    var label = "<code>\(htmlEscaped(tree.label))</code>"
    if !tree.detail.isEmpty {
      let style = tree.isTest ? "detail \(tree.detail)" : "detail"
      label += " <span class=\"\(htmlEscaped(style))\">\(htmlEscaped(tree.detail))</span>"
    }
    if let remark = tree.remark {
      label += " <span class=\"message\">\(htmlEscaped(remark))</span>"
    }
    guard !tree.children.isEmpty else { return "<li>\(label)</li>" }
    let children = tree.children.map(item).joined()
    return "<li><details open><summary>\(label)</summary><ul>\(children)</ul></details></li>"
  }
}
