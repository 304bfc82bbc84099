import Diagnostics

/// Draws trees with lines from parents to children and details aligned in a column.
///
/// A detail that does not fit beside its label is below it, and so is a remark. A label that does
/// not fit is wrapped.
struct TreeLayout {
  let width: Int
  /// Whether long labels are wrapped and long details cut, as on a terminal.
  let isLimited: Bool
  let ellipsis: String

  /// The maximum position of the detail column, relative to the width.
  private static let labelShare = 0.65

  func lines(_ roots: [ReportTree]) -> [StyledText] {
    let column = min(
      roots.map { Self.labelWidth($0, indent: 0) }.max() ?? 0,
      Int(Double(width) * Self.labelShare)
    )
    return roots.flatMap { lines($0, first: "", rest: "", column: column + 2) }
  }

  /// The width of the widest label with a detail, including indentation.
  private static func labelWidth(_ tree: ReportTree, indent: Int) -> Int {
    let own = tree.detail.isEmpty ? 0 : indent + tree.label.displayWidth
    return max(own, tree.children.map { labelWidth($0, indent: indent + 2) }.max() ?? 0)
  }

  private func lines(
    _ tree: ReportTree,
    first: String,
    rest: String,
    column: Int
  ) -> [StyledText] {
    var lines = own(tree, first, rest + (tree.children.isEmpty ? "  " : "│ "), column)
    for (index, child) in tree.children.enumerated() {
      let isLast = index == tree.children.count - 1
      lines += self.lines(
        child,
        first: rest + (isLast ? "└ " : "├ "),
        rest: rest + (isLast ? "  " : "│ "),
        column: column
      )
    }
    return lines
  }

  /// The lines of the node without its children.
  private func own(
    _ tree: ReportTree,
    _ first: String,
    _ below: String,
    _ column: Int
  ) -> [StyledText] {
    let label = labeled(tree, first, below)
    var (lines, line) = (label.lines, label.last)
    let used = label.last.plain.displayWidth
    if tree.detail.isEmpty { return lines + remarked(line, used, tree.remark, below) }
    let start = max(column, used + 2)
    if start + tree.detail.displayWidth <= width {
      line.appendSpaces(start - used)
      line.append(tree.detail, tree.role)
      return lines + remarked(line, start + tree.detail.displayWidth, tree.remark, below)
    }
    let detail = fitted(
      tree.detail,
      toWidth: isLimited ? max(8, width - below.displayWidth - 2) : .max,
      ellipsis: ellipsis
    )
    var second = StyledText(below + "  ", .border)
    second.append(detail.text, tree.role)
    let width = below.displayWidth + 2 + detail.width
    lines.append(line)
    return lines + remarked(second, width, tree.remark, below)
  }

  /// The lines of the label, the last of them apart.
  private func labeled(
    _ tree: ReportTree,
    _ first: String,
    _ below: String
  ) -> (lines: [StyledText], last: StyledText) {
    let room = width - first.displayWidth
    var texts = [tree.label]
    if isLimited, tree.label.displayWidth > room {
      let room = max(8, min(room, width - below.displayWidth - 2))
      // Only a word that is longer than a line is cut.
      texts = StyledText(tree.label).wrapped(to: room)
        .map { fitted($0.plain, toWidth: room, ellipsis: ellipsis).text }
    }
    var lines = texts.enumerated().map { index, text in
      var line = StyledText(index == 0 ? first : below + "  ", .border)
      line.append(text)
      return line
    }
    let last = lines.removeLast()
    return (lines, last)
  }

  private func remarked(
    _ line: StyledText,
    _ used: Int,
    _ remark: String?,
    _ below: String
  ) -> [StyledText] {
    guard let remark else { return [line] }
    var line = line
    if used + 2 + remark.displayWidth <= width {
      line.appendSpaces(2)
      line.append(remark, .dim)
      return [line]
    }
    let room = max(16, width - below.displayWidth - 2)
    return [line]
      + wrapped(remark, toWidth: room, ellipsis: ellipsis).map { text in
        var line = StyledText(below + "  ", .border)
        line.append(text, .dim)
        return line
      }
  }
}
