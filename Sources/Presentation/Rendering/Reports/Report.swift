import Diagnostics

/// An answer in words: titled sections of trees, lines of source and remarks.
public struct Report: Sendable {
  /// A part of a report under a title of its own.
  public struct Section: Sendable {
    /// The title; empty for none.
    public let title: String
    /// What stands below it.
    public let blocks: [ReportBlock]

    /// Makes a section.
    public init(_ title: String, _ blocks: [ReportBlock]) {
      self.title = title
      self.blocks = blocks
    }
  }

  /// The sections, from top to bottom.
  public var sections: [Section]

  /// Makes a report.
  public init(_ sections: [Section]) {
    self.sections = sections
  }

  /// The report as people read it, each line ended.
  public func rendered(in context: RenderingContext) -> String {
    sections.map { section in
      let title = section.title.isEmpty ? [] : [StyledText(section.title, .heading)]
      let indent = title.isEmpty ? 0 : 2
      let lines = title + Self.lines(section, indent: indent, in: context)
      return lines.map { $0.rendered(usesColor: context.usesColor) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// The lines of a section without its title and without indentation.
  public static func text(of section: Section, in context: RenderingContext) -> String {
    lines(section, indent: 0, in: context).map(\.plain).joined(separator: "\n")
  }

  private static func lines(
    _ section: Section,
    indent: Int,
    in context: RenderingContext
  ) -> [StyledText] {
    let width = min(context.width ?? 80, 120) - indent
    return section.blocks.flatMap { $0.lines(width: width, ellipsis: context.ellipsis) }
      .map { line in
        var text = StyledText()
        if !line.isEmpty { text.appendSpaces(indent) }
        text.append(line)
        return text
      }
  }
}

/// A part of a section.
public enum ReportBlock: Sendable {
  /// Nodes below each other.
  case tree([ReportTree])
  /// Lines that stand as they are.
  case source([String])
  /// A paragraph, broken where the line ends.
  case remark(String)
  /// An empty line.
  case gap

  func lines(width: Int, ellipsis: String) -> [StyledText] {
    switch self {
    case .tree(let roots): TreeLayout(width: width, ellipsis: ellipsis).lines(roots)
    case .source(let lines): lines.map { StyledText(escapedForTerminal($0)) }
    case .remark(let text):
      wrapped(escapedForTerminal(text), toWidth: width, ellipsis: ellipsis)
        .map { StyledText($0, .dim) }
    case .gap: [StyledText()]
    }
  }
}
