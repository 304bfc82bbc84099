/// Labels of one source line that are close enough to be shown together.
struct Excerpt {
  /// A label with its span clipped to the line.
  struct Label {
    let span: SourceSpan
    let message: String
    let role: TextRole
    let isPrimary: Bool
  }

  /// The zero-based line index.
  let line: Int
  private(set) var labels: [Label]

  /// The part of the line that must be visible.
  var focus: SourceSpan {
    labels.dropFirst().reduce(labels[0].span) { $0.joined(with: $1.span) }
  }

  /// The excerpts that show all labels of `diagnostic`, in source order.
  ///
  /// A span of several lines is underlined on its first line. Labels on one line that are more than
  /// `width` bytes apart get separate excerpts.
  static func all(of diagnostic: Diagnostic, in source: SourceText, width: Int) -> [Excerpt] {
    let primary = diagnostic.primary.map {
      located($0, in: source, role: diagnostic.severity.role, isPrimary: true)
    }
    let others = diagnostic.secondary.map {
      located($0, in: source, role: .note, isPrimary: false)
    }
    let sorted = ([primary].compactMap(\.self) + others).sorted {
      ($0.line, $0.focus.lowerBound) < ($1.line, $1.focus.lowerBound)
    }
    return sorted.reduce(into: []) { excerpts, next in
      if let last = excerpts.last, last.line == next.line, last.fits(next, width: width) {
        excerpts[excerpts.count - 1].labels += next.labels
      } else {
        excerpts.append(next)
      }
    }
  }

  /// Whether both fit in one window, or start so close that a second window would show nothing
  /// more.
  private func fits(_ next: Excerpt, width: Int) -> Bool {
    let joined = focus.joined(with: next.focus)
    return next.focus.lowerBound - focus.lowerBound < width / 2
      || joined.upperBound - joined.lowerBound <= width
  }

  private static func located(
    _ label: Diagnostic.Label,
    in source: SourceText,
    role: TextRole,
    isPrimary: Bool
  ) -> Excerpt {
    let line = source.lineIndex(of: label.span.lowerBound)
    let whole = source.spanOfLine(line)
    let lower = min(max(label.span.lowerBound, whole.lowerBound), whole.upperBound)
    let upper = min(max(label.span.upperBound, lower), whole.upperBound)
    let clipped = Label(
      span: SourceSpan(lower, upper),
      message: label.message,
      role: role,
      isPrimary: isPrimary
    )
    return Excerpt(line: line, labels: [clipped])
  }
}
