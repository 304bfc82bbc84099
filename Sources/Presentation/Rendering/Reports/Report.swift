import Diagnostics

/// A textual answer: sections with trees, source lines and remarks.
public struct Report: Sendable {
  /// A titled part of a report.
  public struct Section: Sendable {
    /// The title; empty for none.
    public let title: String
    /// The content.
    public let blocks: [ReportBlock]
    /// The content for people, with long values cut; nil if it is the same.
    private let brief: [ReportBlock]?

    /// Creates a section.
    public init(_ title: String, _ blocks: [ReportBlock]) {
      self.init(title, blocks, brief: nil)
    }

    /// Creates a section whose long values are cut for people.
    package init(_ title: String, _ blocks: [ReportBlock], brief: [ReportBlock]?) {
      self.title = title
      self.blocks = blocks
      self.brief = brief
    }

    /// The section as people read it.
    fileprivate var forPeople: Section { Section(title, brief ?? blocks) }
  }

  /// The sections, from top to bottom.
  public var sections: [Section]
  /// Whether the report is about a statement that would be rejected.
  package var isRejected = false

  /// Creates a report.
  public init(_ sections: [Section]) {
    self.sections = sections
  }

  /// The report as text, each line with a newline.
  public func rendered(in context: RenderingContext) -> String {
    sections.map { section in
      let title = section.title.isEmpty ? [] : [StyledText(section.title, .heading)]
      let indent = title.isEmpty ? 0 : 2
      let lines = title + Self.lines(section.forPeople, indent: indent, in: context)
      return lines.map { $0.rendered(usesColor: context.usesColor) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// The lines of a section, without title and indentation.
  public static func text(of section: Section, in context: RenderingContext) -> String {
    lines(section, indent: 0, in: context).map(\.plain).joined(separator: "\n")
  }

  private static func lines(
    _ section: Section,
    indent: Int,
    in context: RenderingContext
  ) -> [StyledText] {
    let width = min(context.width ?? 80, 120) - indent
    let isLimited = context.width != nil
    return section.blocks.flatMap {
      $0.lines(width: width, isLimited: isLimited, ellipsis: context.ellipsis)
    }
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
  /// Trees, one below the other.
  case tree([ReportTree])
  /// Verbatim lines.
  case source([String])
  /// A paragraph, wrapped.
  case remark(String)
  /// An empty line.
  case gap

  func lines(width: Int, isLimited: Bool, ellipsis: String) -> [StyledText] {
    switch self {
    case .tree(let roots):
      TreeLayout(width: width, isLimited: isLimited, ellipsis: ellipsis).lines(roots)
    case .source(let lines): lines.map { StyledText(escapedForTerminal($0)) }
    case .remark(let text):
      wrapped(escapedForTerminal(text), toWidth: width, ellipsis: ellipsis)
        .map { StyledText($0, .dim) }
    case .gap: [StyledText()]
    }
  }
}
